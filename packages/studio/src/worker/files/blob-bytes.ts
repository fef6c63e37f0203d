/** The bytes of a file that a person chose, read in pieces and at once, which only workers can. */
import type { FileBytes } from '@signorini/lab/files';

interface SyncReader {
  readAsArrayBuffer(blob: Blob): ArrayBuffer;
}
declare const FileReaderSync: new () => SyncReader;

/** Bytes of a page, and pages that are kept: a library that reads many short pieces asks the browser seldom. */
const PAGE = 1 << 18;
const PAGES = 32;

export function blobBytes(blob: Blob): FileBytes {
  const reader = new FileReaderSync();
  const pages = new Map<number, Uint8Array>(); // the last used is the last
  const pageOf = (number: number): Uint8Array => {
    const page =
      pages.get(number) ??
      new Uint8Array(reader.readAsArrayBuffer(blob.slice(PAGE * number, Math.min(blob.size, PAGE * (number + 1)))));
    pages.delete(number);
    pages.set(number, page);
    if (pages.size > PAGES) pages.delete(pages.keys().next().value!);
    return page;
  };
  return {
    size: blob.size,
    read: (into, offset, length, position) => {
      const end = Math.min(blob.size, position + length);
      for (let at = position; at < end; ) {
        const page = pageOf(Math.floor(at / PAGE));
        const from = at % PAGE;
        const part = page.subarray(from, Math.min(page.length, from + end - at));
        if (part.length === 0) return at - position; // the file has become shorter
        into.set(part, offset + at - position);
        at += part.length;
      }
      return Math.max(0, end - position);
    },
    close: () => pages.clear(),
  };
}

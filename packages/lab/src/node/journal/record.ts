/**
 * One record of a journal as bytes: a JSON document and arrays of numbers, in a frame with its length and its checksum.
 * docs/guide/datasets.md
 *
 *   frame:    length u32, CRC-32 u32 (of the length's four bytes and the payload), payload
 *   payload:  length of the JSON text u32, number of arrays u32, the text, per array its type u32 and its length u32,
 *             the arrays; text and arrays are filled up with zeros to a multiple of 8 bytes. All little-endian.
 */
import { endianness } from 'node:os';
import { crc32 } from 'node:zlib';

export type RecordArray = Float64Array | Int32Array | Uint8Array;

export interface JournalRecord {
  /** Any JSON value; by custom an object with a field `kind`. */
  readonly document: unknown;
  /** Copies nothing: they are views of the record's own memory. */
  readonly arrays: readonly RecordArray[];
}

/** Bytes before the payload. */
export const FRAME = 8;
/** Bytes that a payload may have: the length is stored in 32 bits, and Node reads at most 2 GiB at a time. */
export const LONGEST_PAYLOAD = 0x7fffffff;
const HEAD = 8;
const TYPES = [Float64Array, Int32Array, Uint8Array] as const;

/** The parts of a framed record, ready for one gathering write; arrays are not copied. @throws RangeError if it is too long */
export function frameRecord(document: unknown, arrays: readonly RecordArray[]): Uint8Array[] {
  if (endianness() !== 'LE') throw new Error('journals are written on little-endian machines only');
  const text = new TextEncoder().encode(JSON.stringify(document));
  const start = new Uint8Array(FRAME + HEAD + padded(text.length) + 8 * arrays.length);
  const view = new DataView(start.buffer);
  const parts: Uint8Array[] = [start];
  for (const [k, array] of arrays.entries()) {
    const at = start.length - 8 * (arrays.length - k);
    view.setUint32(
      at,
      TYPES.findIndex((type) => array instanceof type),
      true,
    );
    view.setUint32(at + 4, array.length, true);
    if (array.length === 0) continue; // and the checksum of nothing would begin again from 0
    parts.push(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
    const fill = padded(array.byteLength) - array.byteLength;
    if (fill > 0) parts.push(new Uint8Array(fill));
  }
  const length = parts.reduce((sum, part) => sum + part.length, 0) - FRAME;
  if (length > LONGEST_PAYLOAD)
    throw new RangeError(`expected a record of at most ${LONGEST_PAYLOAD} bytes, found ${length}`);
  view.setUint32(0, length, true);
  view.setUint32(FRAME, text.length, true);
  view.setUint32(FRAME + 4, arrays.length, true);
  start.set(text, FRAME + HEAD);
  let sum = crc32(start.subarray(FRAME), crc32(start.subarray(0, 4)));
  for (const part of parts.slice(1)) sum = crc32(part, sum);
  view.setUint32(4, sum, true);
  return parts;
}

/** @param payload aligned to 8 bytes. @returns undefined if it is not what was written */
export function readPayload(frame: Uint8Array, payload: Uint8Array): JournalRecord | undefined {
  const sum = new DataView(frame.buffer, frame.byteOffset).getUint32(4, true);
  if (crc32(payload, crc32(frame.subarray(0, 4))) !== sum || payload.length < HEAD) return undefined;
  const view = new DataView(payload.buffer, payload.byteOffset, payload.length);
  const textLength = view.getUint32(0, true);
  const count = view.getUint32(4, true);
  let at = HEAD + padded(textLength) + 8 * count;
  if (at > payload.length) return undefined;
  const arrays: RecordArray[] = [];
  for (let k = 0; k < count; k++) {
    const place = HEAD + padded(textLength) + 8 * k;
    const Type = TYPES[view.getUint32(place, true)];
    const length = view.getUint32(place + 4, true);
    if (!Type || at + padded(length * Type.BYTES_PER_ELEMENT) > payload.length) return undefined;
    arrays.push(new Type(payload.buffer as ArrayBuffer, payload.byteOffset + at, length));
    at += padded(length * Type.BYTES_PER_ELEMENT);
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(payload.subarray(HEAD, HEAD + textLength));
    return { document: JSON.parse(text), arrays };
  } catch {
    return undefined;
  }
}

function padded(bytes: number): number {
  return Math.ceil(bytes / 8) * 8;
}

/**
 * Entry of the worker that reads files. It is apart from the engine's: a file that makes the HDF5 library fail or run forever ends this
 * worker and not the run. The page ends it when another file is opened.
 */
import type { FileReply, FileRequest } from '../file-protocol.ts';
import { blobBytes } from './files/blob-bytes.ts';
import { FileReading } from './files/file-reading.ts';

interface Scope {
  postMessage(reply: FileReply, transfer: ArrayBuffer[]): void;
  onmessage: ((event: { readonly data: FileRequest }) => void) | null;
}
const scope = globalThis as unknown as Scope;

const reading = new FileReading(
  (reply, transfer = []) => scope.postMessage(reply, transfer),
  (act) => setTimeout(act, 0),
);

scope.onmessage = ({ data }) => {
  if (data.type === 'open') void reading.open(data.file.name, blobBytes(data.file));
  else if (data.type === 'problem') reading.problem(data.place);
  else reading.compare(data.step, data.pose, data.velocity);
};

/** The worker's entry: messages in, messages out. */
import type { Reply, Request } from '../protocol.ts';
import { catalogueOf } from './catalogue.ts';
import { Studio } from './studio.ts';

interface Scope {
  postMessage(reply: Reply, transfer: ArrayBuffer[]): void;
  onmessage: ((event: { readonly data: Request }) => void) | null;
}
const scope = globalThis as unknown as Scope;

const studio = new Studio({
  reply: (reply, transfer) => scope.postMessage(reply, transfer),
  later: (act, ms) => setTimeout(act, ms),
  clock: () => performance.now(),
});
scope.postMessage({ type: 'catalogue', catalogue: catalogueOf() }, []);
scope.onmessage = ({ data }) => studio.handle(data);

/** The worker as the page has it: asked, listened to, watched, and made anew if it dies or hangs. */
import type { Reply, Request } from '../protocol.ts';

/** A worker, or what stands for one in tests. */
export interface Port {
  postMessage(message: unknown): void;
  onmessage: ((event: MessageEvent) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  terminate(): void;
}

const PATIENCE = 8000; // ms without an answer after which a worker counts as hung
const PING = 1000; // ms

export class EnginePort {
  private readonly make: () => Port;
  private readonly hear: (reply: Reply) => void;
  private readonly revived: (why: string) => void;
  private port: Port;
  private heard = performance.now();
  private watched = performance.now();

  /** @param revived a new worker is there, which knows nothing of the run */
  constructor(make: () => Port, hear: (reply: Reply) => void, revived: (why: string) => void) {
    this.make = make;
    this.hear = hear;
    this.revived = revived;
    this.port = this.connect();
    setInterval(() => this.watch(), PING);
  }

  send(request: Request): void {
    this.port.postMessage(request);
  }

  private connect(): Port {
    const port = this.make();
    port.onmessage = ({ data }) => {
      this.heard = performance.now();
      this.hear(data as Reply);
    };
    port.onerror = (event) => {
      event.preventDefault?.();
      this.revive(`The engine's worker failed: ${event.message || 'no reason given'}.`);
    };
    this.heard = performance.now();
    return port;
  }

  /** A worker that hangs is ended; a page that could not listen itself (asleep, or busy) starts counting anew. */
  private watch(): void {
    const now = performance.now();
    if (now - this.watched > 3 * PING) this.heard = now;
    this.watched = now;
    if (now - this.heard > PATIENCE) this.revive(`The engine's worker did not answer for ${PATIENCE / 1000} s.`);
    else this.send({ type: 'ping' });
  }

  private revive(why: string): void {
    this.port.onmessage = null;
    this.port.onerror = null;
    this.port.terminate();
    this.port = this.connect();
    this.revived(why);
  }
}

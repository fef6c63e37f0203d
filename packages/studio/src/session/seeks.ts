/** One seek at a time: of those that are asked for while one is under way, as a slider does, the last is sent when its frame came. */
import type { Request } from '../protocol.ts';

export class Seeks {
  private readonly send: (request: Request) => void;
  private flying = false;
  private wanted: number | undefined;
  private sent: number | undefined;

  constructor(send: (request: Request) => void) {
    this.send = send;
  }

  /** The step that is on its way; undefined: none. */
  get target(): number | undefined {
    return this.wanted ?? (this.flying ? this.sent : undefined);
  }

  to(step: number): void {
    if (this.flying) this.wanted = step;
    else this.go(step);
  }

  /** Before any other request, so that the worker hears everything in the order in which it was asked. */
  flush(): void {
    if (this.wanted !== undefined) this.go(this.wanted);
  }

  /** A frame came, or the sentence that none will. */
  arrived(): void {
    this.flying = false;
    this.flush();
  }

  /** There is another worker. */
  clear(): void {
    this.flying = false;
    this.wanted = undefined;
  }

  private go(step: number): void {
    this.wanted = undefined;
    this.flying = true;
    this.sent = step;
    this.send({ type: 'seek', step });
  }
}

import { subscribe, unsubscribe } from 'node:diagnostics_channel';

/**
 * What the service takes for itself, as its HTTP server in this process sees it: from the head of each request until
 * the last byte of the answer was handed over, streams and files included. Requests of one deck do not overlap.
 */
export class ServiceTime {
  private readonly began = new WeakMap<object, number>();
  private ms = 0;

  constructor() {
    subscribe('http.server.request.start', this.start);
    subscribe('http.server.response.finish', this.finish);
  }

  /** Milliseconds since it was last asked. */
  take(): number {
    const { ms } = this;
    this.ms = 0;
    return ms;
  }

  close(): void {
    unsubscribe('http.server.request.start', this.start);
    unsubscribe('http.server.response.finish', this.finish);
  }

  private readonly start = (message: unknown) => {
    this.began.set((message as { response: object }).response, performance.now());
  };

  private readonly finish = (message: unknown) => {
    const began = this.began.get((message as { response: object }).response);
    if (began !== undefined) this.ms += performance.now() - began;
  };
}

import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { Blow } from './plan';

export type NetworkBlow = Extract<Blow, { line: string }>;

/** A TCP line between two processes that can be cut, stalled and chopped while bytes are on it. */
export interface Line {
  /** Host and port. */
  address: string;
  /** Strikes now. Answers false when there is nothing on the line that it could strike. */
  strike(blow: NetworkBlow): boolean;
  /** From here on every byte passes at once; connections that are open stay. */
  calm(): void;
  close(): Promise<void>;
}

/** How many bytes pass at a time on a line that is sliced. */
const SLICE = 7;

/** @param observe sees everything that passes, in both directions. */
export async function openLine(upstream: string, observe: (bytes: Buffer) => void = () => undefined): Promise<Line> {
  const [host, port] = upstream.split(':') as [string, string];
  const wires = new Set<Wire>();
  const weather: Weather = { sliceUntil: 0, refuseUntil: 0 };
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (near) => {
    near.on('error', () => undefined);
    if (Date.now() < weather.refuseUntil) {
      near.resetAndDestroy();
      return;
    }
    const far = connect({ port: Number(port), host, allowHalfOpen: true, noDelay: true });
    const wire = new Wire(near, far, weather, observe);
    wires.add(wire);
    near.on('close', () => wires.delete(wire));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    strike({ what, lasts, bytes }) {
      const until = Date.now() + lasts;
      if (what === 'slice') weather.sliceUntil = until;
      if (what === 'refuse') weather.refuseUntil = until;
      if (what === 'slice' || what === 'refuse') return wires.size > 0;
      // One that waits for an answer, where there is one: there a fault hurts most.
      const wire = [...wires].sort((a, b) => Number(b.waits) - Number(a.waits) || b.lastHeard - a.lastHeard)[0];
      if (wire === undefined) return false;
      if (what === 'reset') wire.reset();
      if (what === 'cut') wire.cutAfter(bytes);
      if (what === 'stall') wire.stall(until);
      return true;
    },
    calm() {
      weather.sliceUntil = 0;
      weather.refuseUntil = 0;
      for (const wire of wires) wire.calm();
    },
    async close() {
      for (const wire of wires) wire.reset();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Weather {
  /** Milliseconds since 1970. */
  sliceUntil: number;
  refuseUntil: number;
}

/** One connection through the line. */
class Wire {
  lastHeard = Date.now();
  private lastAsked = 0;
  private readonly ways: Way[];

  constructor(
    private readonly near: Socket,
    private readonly far: Socket,
    weather: Weather,
    observe: (bytes: Buffer) => void,
  ) {
    const up = new Way(near, far, weather);
    const down = new Way(far, near, weather);
    this.ways = [up, down];
    near.on('data', (bytes: Buffer) => {
      this.lastHeard = this.lastAsked = Date.now();
      observe(bytes);
      up.add(bytes);
    });
    far.on('data', (bytes: Buffer) => {
      this.lastHeard = Date.now();
      this.lastAsked = 0;
      observe(bytes);
      down.add(bytes);
    });
    far.on('error', () => near.resetAndDestroy());
    // The caller is gone: what it had sent and no one received is lost with its machine.
    near.on('close', () => far.destroy());
    far.on('close', () => down.end());
    near.on('end', () => up.end());
    far.on('end', () => down.end());
  }

  /** Asked, and nothing answered since. */
  get waits(): boolean {
    return this.lastAsked !== 0;
  }

  reset(): void {
    this.near.resetAndDestroy();
    this.far.resetAndDestroy();
  }

  /** The answer ends after this number of further bytes, and the connection with it. */
  cutAfter(bytes: number): void {
    this.ways[1]!.cutAfter = bytes;
  }

  stall(until: number): void {
    for (const way of this.ways) way.stallUntil = until;
  }

  calm(): void {
    for (const way of this.ways) {
      way.stallUntil = 0;
      way.cutAfter = Number.POSITIVE_INFINITY;
    }
  }
}

/** One direction of a connection: bytes leave in their order, when they may. */
class Way {
  stallUntil = 0;
  cutAfter = Number.POSITIVE_INFINITY;
  private readonly queue: Buffer[] = [];
  private ended = false;
  private pumping = false;

  constructor(
    private readonly from: Socket,
    private readonly to: Socket,
    private readonly weather: Weather,
  ) {}

  add(bytes: Buffer): void {
    this.queue.push(bytes);
    void this.pump();
  }

  end(): void {
    this.ended = true;
    void this.pump();
  }

  private async pump(): Promise<void> {
    if (this.pumping) return;
    this.pumping = true;
    while (this.queue.length > 0 && !this.to.destroyed) {
      while (Date.now() < this.stallUntil) await pause(20);
      const next = this.queue.shift()!;
      const slicing = Date.now() < this.weather.sliceUntil;
      const now = slicing ? next.subarray(0, SLICE) : next;
      if (now.length < next.length) this.queue.unshift(next.subarray(now.length));
      this.to.write(now.subarray(0, this.cutAfter));
      this.cutAfter -= now.length;
      if (this.cutAfter <= 0) {
        this.from.destroy();
        this.to.end();
        this.to.destroySoon();
        return;
      }
      if (slicing) await new Promise((resolve) => setImmediate(resolve));
    }
    this.pumping = false;
    if (this.ended && this.queue.length === 0) this.to.end();
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

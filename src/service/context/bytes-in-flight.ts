import { Refusal } from '../../contract/refusal';

export interface BytesInFlightLimits {
  ofAll: number;
  ofOneOwner: number;
}

/** Bytes of bodies that have begun and not ended: callers that stall must not fill the memory. */
export class BytesInFlight {
  private all = 0;
  private readonly of = new Map<string, number>();

  constructor(private readonly limits: BytesInFlightLimits) {}

  /** Begins to count one body; `end` has to be called, also after a refusal. */
  begin(owner: string): { add(bytes: number): void; end(): void } {
    let mine = 0;
    return {
      /** @throws Refusal `rate-limit` */
      add: (bytes) => {
        mine += bytes;
        this.count(owner, bytes);
        const { ofAll, ofOneOwner } = this.limits;
        if ((this.of.get(owner) ?? 0) > ofOneOwner) throw tooMuch('of this user');
        if (this.all > ofAll) throw tooMuch('of all users together');
      },
      end: () => this.count(owner, -mine),
    };
  }

  private count(owner: string, bytes: number): void {
    this.all += bytes;
    const now = (this.of.get(owner) ?? 0) + bytes;
    if (now === 0) this.of.delete(owner);
    else this.of.set(owner, now);
  }
}

function tooMuch(whose: string): Refusal {
  return new Refusal('rate-limit', `too many bytes ${whose} are being uploaded; try again when they are done`);
}

import { ServiceError } from '../../contract/service-error';

interface BytesInFlightLimits {
  ofAll: number;
  ofOneOwner: number;
}

/** Limits the bytes of request bodies being received, so that stalled callers cannot exhaust the memory. */
export class BytesInFlight {
  private all = 0;
  private readonly of = new Map<string, number>();

  constructor(private readonly limits: BytesInFlightLimits) {}

  /** Starts counting one body. Callers must always call `end`, even when the request is refused. */
  begin(owner: string): { add(bytes: number): void; end(): void } {
    let mine = 0;
    return {
      /** @throws ServiceError `rate-limit` */
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

function tooMuch(whose: string): ServiceError {
  return new ServiceError(
    'rate-limit',
    `too many bytes ${whose} are being uploaded; retry when those uploads are done`,
  );
}

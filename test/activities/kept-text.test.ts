import { beforeCall, untilKept } from '../../activities/kept-text';
import { DocumentError } from '../../src/decks/documents/document-store';

jest.mock('node:timers/promises', () => ({
  setTimeout: (ms: number, _: undefined, { signal }: { signal: AbortSignal }) => {
    signal.throwIfAborted();
    waited += ms;
    return Promise.resolve();
  },
}));
let waited = 0;
beforeEach(() => {
  waited = 0;
});

const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
const never = new AbortController().signal;

/** A store that is away for this many attempts. */
function awayFor(attempts: number) {
  return jest.fn(async () => {
    attempts -= 1;
    if (attempts >= 0) throw full;
    return 'kept';
  });
}

describe('a text that was paid for', () => {
  it('is kept as soon as the store is back, within a minute', async () => {
    const write = awayFor(6);
    expect(await untilKept(write, never)).toBe('kept');
    expect(write).toHaveBeenCalledTimes(7);
    expect(waited).toBe(60_000);
  });

  it('is given up after that, with the error of the store', async () => {
    await expect(untilKept(awayFor(7), never)).rejects.toBe(full);
  });

  it('is given up at once when the attempt ends', async () => {
    const write = awayFor(1);
    await expect(untilKept(write, AbortSignal.abort('stopped'))).rejects.toBe('stopped');
    expect(write).toHaveBeenCalledTimes(1);
  });
});

describe('a text that a paid call needs', () => {
  it('can be asked for again while the store is away, because nothing was sent', async () => {
    await expect(beforeCall(Promise.reject(full))).rejects.toMatchObject({ type: 'Unexpected', nonRetryable: false });
    const missing = new DocumentError('gone');
    await expect(beforeCall(Promise.reject(missing))).rejects.toBe(missing);
    expect(await beforeCall(Promise.resolve('text'))).toBe('text');
  });
});

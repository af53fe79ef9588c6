import { FairQueue } from '../../src/base/threads/fair-queue';

/** Work that lasts until a test ends it. */
function piece() {
  let end = (): void => undefined;
  const done = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { done, end };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('the turns of a fair queue', () => {
  const started: string[] = [];
  beforeEach(() => {
    started.length = 0;
  });

  const queue = (atOnce: number, ofOneOwner: number, waitingOfOneOwner = 100) =>
    new FairQueue({ atOnce, ofOneOwner, waitingOfOneOwner });

  const begin = (line: FairQueue, owner: string, name: string, signal?: AbortSignal) => {
    const work = piece();
    const ended = line.run(
      owner,
      () => {
        started.push(name);
        return work.done;
      },
      signal,
    );
    return { ...work, ended };
  };

  it('go from owner to owner, however much one of them asks for', async () => {
    const line = queue(1, 1);
    const all = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) => begin(line, name[0]!, name));
    for (const { end } of all) {
      await settle();
      end();
      await settle();
    }
    await Promise.all(all.map(({ ended }) => ended));
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
  });

  it('leave room that an owner may not take to the others', async () => {
    const line = queue(2, 1);
    const first = begin(line, 'a', 'a1');
    const second = begin(line, 'a', 'a2');
    const other = begin(line, 'b', 'b1');
    expect(started).toEqual(['a1', 'b1']);
    first.end();
    await first.ended;
    expect(started).toEqual(['a1', 'b1', 'a2']);
    second.end();
    other.end();
    await Promise.all([second.ended, other.ended]);
  });

  it('go from account to account first, then from user to user', async () => {
    const line = queue(1, 1);
    const names = ['a/1', 'a/1', 'a/2', 'a/3', 'b/1', 'b/1'];
    const all = names.map((owner, at) => begin(line, owner, `${owner} ${at}`));
    for (let at = 0; at < all.length; at += 1) {
      await settle();
      all[names.findIndex((owner, index) => started.at(-1) === `${owner} ${index}`)]!.end();
      await settle();
    }
    await Promise.all(all.map(({ ended }) => ended));
    expect(started).toEqual(['a/1 0', 'a/1 1', 'b/1 4', 'a/2 2', 'b/1 5', 'a/3 3']);
  });

  it('have a spare place for an account of which nothing runs, however many users another one has', async () => {
    const line = new FairQueue({ atOnce: 2, ofOneOwner: 1, waitingOfOneOwner: 9, spare: 1 });
    const busy = ['a/1', 'a/2', 'a/3', 'a/4'].map((owner) => begin(line, owner, owner));
    const other = begin(line, 'b/1', 'b/1');
    expect(started).toEqual(['a/1', 'a/2', 'b/1']);
    other.end();
    await other.ended;
    expect(started).toEqual(['a/1', 'a/2', 'b/1']);
    for (const { end, ended } of busy) {
      end();
      await ended;
    }
    expect(started).toEqual(['a/1', 'a/2', 'b/1', 'a/3', 'a/4']);
  });

  it('leave an account less while others work, and for a while after that', async () => {
    const line = new FairQueue({ besideOthers: 1 });
    const clock = jest.spyOn(performance, 'now').mockReturnValue(0);
    try {
      const alone = ['a/1', 'a/2'].map((owner) => begin(line, owner, owner));
      const other = begin(line, 'b/1', 'b/1');
      const more = ['a/3', 'a/4'].map((owner) => begin(line, owner, owner));
      expect(started).toEqual(['a/1', 'a/2', 'b/1']);
      other.end();
      await other.ended;
      alone[0]!.end();
      await alone[0]!.ended;
      expect(started).toEqual(['a/1', 'a/2', 'b/1']);
      alone[1]!.end();
      await alone[1]!.ended;
      expect(started).toEqual(['a/1', 'a/2', 'b/1', 'a/3']);
      clock.mockReturnValue(61_000);
      const last = begin(line, 'a/5', 'a/5');
      expect(started).toEqual(['a/1', 'a/2', 'b/1', 'a/3', 'a/5']);
      for (const { end, ended } of [...more, last]) {
        end();
        await ended;
      }
      expect(started.at(-1)).toBe('a/4');
    } finally {
      clock.mockRestore();
    }
  });

  it('are limited for an account, also those that wait', async () => {
    const line = new FairQueue({
      atOnce: Number.POSITIVE_INFINITY,
      ofOneOwner: 1,
      ofOneAccount: 2,
      waitingOfOneOwner: 9,
      waitingOfOneAccount: 1,
    });
    const running = ['a/1', 'a/2', 'a/3'].map((owner) => begin(line, owner, owner));
    await expect(begin(line, 'a/4', 'a/4').ended).rejects.toThrow('1 calls of this account are already waiting');
    for (const { end, ended } of running) {
      end();
      await ended;
    }
    expect(started).toEqual(['a/1', 'a/2', 'a/3']);
  });

  it('continue after work that fails', async () => {
    const line = queue(1, 1);
    const failing = line.run('a', () => Promise.reject(new Error('broken')));
    const next = line.run('a', async () => 'done');
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('done');
  });

  it('skip callers that have given up, with their reason', async () => {
    const line = queue(1, 1);
    const abort = new AbortController();
    const first = begin(line, 'a', 'a1');
    const gone = begin(line, 'b', 'b1', abort.signal);
    const last = begin(line, 'c', 'c1');
    abort.abort(new Error('the caller has gone'));
    await expect(gone.ended).rejects.toThrow('the caller has gone');
    first.end();
    await first.ended;
    last.end();
    await last.ended;
    expect(started).toEqual(['a1', 'c1']);
    await expect(begin(line, 'b', 'b2', abort.signal).ended).resolves.toBeUndefined;
  });

  it('refuse what is too much to wait, of that owner alone', async () => {
    const line = queue(1, 1, 1);
    const held = begin(line, 'a', 'a1');
    const waits = begin(line, 'a', 'a2');
    await expect(begin(line, 'a', 'a3').ended).rejects.toMatchObject({
      kind: 'queue-full',
      message: expect.stringContaining('retry later'),
    });
    const other = begin(line, 'b', 'b1');
    for (const { end, ended } of [held, waits, other]) {
      await settle();
      end();
      await ended;
    }
    expect(started).toEqual(['a1', 'a2', 'b1']);
  });
});

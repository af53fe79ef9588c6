import { ledgerIn } from '../../src/decks/documents/ledger';
import { memoryLedger } from './memory-ledger';

const entry = (what: string) => ({ kind: 'task' as const, what, run: 'run-1', at: '2026-01-01T00:00:00.000Z' });

describe('the ledger of a deck', () => {
  const { ledger, files } = memoryLedger();

  it('has what was added, oldest first, and nothing of another deck', async () => {
    expect(await ledger.read('presentation/u/a')).toEqual([]);
    await ledger.add('presentation/u/a', entry('7'));
    await ledger.add('presentation/u/b', entry('8'));
    await ledger.add('presentation/u/a', entry('9'));
    expect(await ledger.read('presentation/u/a')).toEqual([entry('7'), entry('9')]);
    expect(await ledger.read('presentation/u/b')).toEqual([entry('8')]);
  });

  it('begins again after damage, but not while it cannot be read', async () => {
    const [name] = [...files.keys()];
    files.set(name!, Buffer.from('{'));
    await expect(ledger.read('presentation/u/a')).rejects.toThrow(SyntaxError);
    await ledger.add('presentation/u/a', entry('10'));
    expect(await ledger.read('presentation/u/a')).toEqual([entry('10')]);
    const write = jest.fn();
    const away = ledgerIn({ write, read: () => Promise.reject(new Error('away')) });
    await expect(away.add('presentation/u/a', entry('11'))).rejects.toThrow('away');
    expect(write).not.toHaveBeenCalled();
  });

  it('stays small however often a deck is started again, and says nothing by its names', async () => {
    for (let number = 0; number < 210; number += 1) await ledger.add('presentation/u/c', entry(String(number)));
    const entries = await ledger.read('presentation/u/c');
    expect(entries).toHaveLength(200);
    expect(entries.at(-1)).toEqual(entry('209'));
    for (const name of files.keys()) expect(name).toMatch(/^[0-9a-f]{16}-[0-9a-f]{16}\/ledger\/[0-9a-f]{64}\.json$/);
  });
});

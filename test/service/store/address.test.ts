import { settingsSchema } from '../../../src/config';
import { storeAddress } from '../../../src/service/store/address';
import { openDatabase } from '../../../src/service/store/database';

describe('the place of the store', () => {
  const store = (server: Record<string, unknown>) => settingsSchema.parse({ server }).server.store;

  it('is a file in the data directory unless the settings name a database', () => {
    expect(storeAddress(store({}), '/data/service', {})).toEqual({ kind: 'sqlite', file: '/data/service/service.db' });
    const chosen = store({ store: { kind: 'postgres', url: { env: 'DECK_DATABASE' } } });
    const env = { DECK_DATABASE: 'postgres://deck@db/deck' };
    expect(storeAddress(chosen, '/data/service', env)).toEqual({ kind: 'postgres', url: 'postgres://deck@db/deck' });
    expect(() => storeAddress(chosen, '/data/service', {})).toThrow(/^server\.store\.url uses .* DECK_DATABASE/);
  });

  it('needs an address for a database, which is never written into the settings', () => {
    const messages = (value: unknown) =>
      settingsSchema.safeParse({ server: { store: value } }).error?.issues.map((issue) => issue.message);
    expect(messages({ kind: 'postgres' })).toEqual([expect.stringMatching(/^is required for postgres/)]);
    expect(messages({ kind: 'postgres', url: 'postgres://deck:secret@db/deck' })).toEqual([
      expect.stringMatching(/^must not contain the secret itself/),
    ]);
  });

  it('that cannot be reached is named without its password', async () => {
    const opened = openDatabase({ kind: 'postgres', url: 'postgres://deck:secret@127.0.0.1:1/nothing' });
    const error: Error = await opened.then(
      () => new Error('opened'),
      (reason: Error) => reason,
    );
    expect(error.message).toMatch(/^The service's database cannot be opened at 127\.0\.0\.1:1\/nothing \(.+\)/);
    expect(error.message).not.toContain('secret');
  });
});

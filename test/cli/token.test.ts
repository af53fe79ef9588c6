import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiTokens } from '../../src/decks/api-tokens';
import { deck, folderWith } from './deck';

test('a token is printed once, listed without its secret, and ended by its name', async () => {
  const cwd = folderWith();
  const data = join(cwd, 'own');
  const run = (...args: string[]) => deck([...args, '--data', data], { cwd });
  const created = await run('token', 'create', '--name', 'reports', '--scope', 'decks:read', 'decks:start');
  const token = created.stdout.trim();
  expect(token).toMatch(/^deck_[0-9a-f]{16}_[\w-]{43}$/);
  const tokens = new ApiTokens({ data: { directory: data } } as never);
  expect(await tokens.read(token)).toMatchObject({ name: 'reports', scopes: ['decks:read', 'decks:start'] });
  const files = readdirSync(join(data, 'api-tokens')).map((name) =>
    readFileSync(join(data, 'api-tokens', name), 'utf8'),
  );
  const listed = (await run('token', 'list')).stdout;
  expect(listed).toContain('reports  decks:read decks:start');
  for (const text of [...files, listed]) expect(text).not.toContain(token.slice(22));
  expect((await run('token', 'revoke', 'unknown')).stderr).toContain('There is no token unknown');
  await run('token', 'revoke', 'reports');
  expect(await tokens.read(token)).toBeUndefined();
  const refused = await run('token', 'create', '--name', 'x', '--scope', 'everything');
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('decks:read')]);
});

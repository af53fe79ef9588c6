import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSettings, unnamedFileWarning } from '../../src/config';
import { deck } from '../cli/deck';

const elsewhere = mkdtempSync(join(tmpdir(), 'deck-secrets-'));
const outside = join(elsewhere, 'id_key');
writeFileSync(outside, 'a line that must not be sent');

function folder(settings: object): string {
  const cwd = mkdtempSync(join(tmpdir(), 'deck-unnamed-'));
  writeFileSync(join(cwd, 'temporal.yaml'), JSON.stringify(settings));
  writeFileSync(join(cwd, 'own.key'), 'own');
  symlinkSync(outside, join(cwd, 'linked.key'));
  return cwd;
}
const far = 'https://other.example:8443';
const warning = (settings: object, env: NodeJS.ProcessEnv = {}, file?: string) => {
  const options = { cwd: folder(settings), env, ...(file === undefined ? {} : { file }) };
  return unnamedFileWarning(loadSettings(options), options);
};

describe('a settings file that the caller did not name', () => {
  it.each([
    ['a file elsewhere', { apiKey: { file: outside } }, {}, `service.apiKey from ${outside}`],
    [
      'a way out of the folder',
      { apiKey: { file: `../${elsewhere.split('/').at(-1)}/id_key` } },
      {},
      'service.apiKey from ',
    ],
    ['a link out of the folder', { secretKey: { file: 'linked.key' } }, {}, 'linked.key'],
    [
      'another program’s variable',
      { apiKey: { env: 'CLOUD_TOKEN' } },
      { CLOUD_TOKEN: 'x' },
      'service.apiKey from the variable CLOUD_TOKEN',
    ],
  ])('is reported in one line when it takes a secret from %s', (_name, service, env, words) => {
    const sentence = warning({ service: { baseUrl: far, ...service } }, env);
    expect(sentence).toContain(words);
    expect(sentence).toContain(`The generation service is ${far}.`);
    expect(sentence).toMatch(/pass --config temporal\.yaml$/);
    expect(sentence).not.toMatch(/\n|nobody meant to send/);
  });

  it('finds every secret of the settings, such as a webhook’s and a key’s', () => {
    const sentence = warning({
      notifications: { webhooks: [{ url: { file: outside }, secret: { file: 'own.key' } }] },
      temporal: { apiKey: { file: outside } },
    });
    expect(sentence).toContain(`notifications.webhooks.0.url from ${outside}`);
    expect(sentence).toContain(`temporal.apiKey from ${outside}`);
    expect(sentence).not.toContain('own.key');
  });

  it.each([
    ['its own files', { service: { baseUrl: far, apiKey: { file: 'own.key' }, secretKey: { file: './own.key' } } }, {}],
    ['own variables', { service: { baseUrl: far, apiKey: { env: 'DECK_OTHER_KEY' } } }, { DECK_OTHER_KEY: 'x' }],
    [
      'a variable for what it sends nowhere',
      { encryption: { keys: [{ id: 'a', key: { env: 'VAULT_KEY' } }] } },
      { VAULT_KEY: 'x' },
    ],
    ['the standard variable', { service: { baseUrl: far } }, { OPENAI_API_KEY: 'x', DECK_API_KEY: 'y' }],
    ['a variable that is not set', { service: { baseUrl: far, apiKey: { env: 'CLOUD_TOKEN' } } }, {}],
    ['a file that is not there', { service: { baseUrl: far, apiKey: { file: '/nowhere/at/all' } } }, {}],
    ['nothing at all', {}, {}],
  ])('is not told of when it takes %s', (_name, settings, env) => {
    expect(warning(settings, env)).toBeUndefined();
  });

  it('is trusted when --config or DECK_CONFIG names it', () => {
    const settings = { service: { baseUrl: far, apiKey: { file: outside } } };
    expect(warning(settings, {}, 'temporal.yaml')).toBeUndefined();
    expect(warning(settings, { DECK_CONFIG: 'temporal.yaml' })).toBeUndefined();
    expect(warning(settings)).toBeDefined();
  });

  it('and the command says so once, on stderr', async () => {
    const cwd = folder({ service: { baseUrl: far, apiKey: { file: outside } } });
    const unnamed = await deck(['config', '--json'], { cwd });
    expect(unnamed.stderr).toBe(`${unnamedFileWarning(loadSettings({ cwd, env: {} }), { cwd, env: {} })}\n`);
    expect(JSON.parse(unnamed.stdout).service.baseUrl).toBe(far);
    expect((await deck(['config', '--json', '--config', 'temporal.yaml'], { cwd })).stderr).toBe('');
  });
});

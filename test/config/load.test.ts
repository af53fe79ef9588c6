import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { effectiveSettings, loadSettings, settingsFile, settingsSchema } from '../../src/config';
import { parseSettings } from '../../src/config/parse';

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'deck-settings-'));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

function write(name: string, text: string): string {
  writeFileSync(join(cwd, name), text);
  return join(cwd, name);
}

const level = (options: Parameters<typeof loadSettings>[0]) => loadSettings({ cwd, env: {}, ...options }).log.level;

describe('the settings file', () => {
  test('--config comes before DECK_CONFIG, that before temporal.yaml, that before the defaults', () => {
    expect(level({})).toBe('info');
    expect(settingsFile({ cwd, env: {} })).toBeUndefined();
    write('temporal.yaml', 'log: { level: warn }');
    expect(level({})).toBe('warn');
    write('other.yaml', 'log: { level: error }');
    expect(level({ env: { DECK_CONFIG: 'other.yaml' } })).toBe('error');
    write('named.yaml', 'log: { level: debug }');
    expect(level({ env: { DECK_CONFIG: 'other.yaml' }, file: 'named.yaml' })).toBe('debug');
    expect(settingsFile({ cwd, env: { DECK_CONFIG: 'other.yaml' } })).toBe('other.yaml');
  });

  test.each([
    [{ file: 'nowhere.yaml' }, 'nowhere.yaml: the settings file from --config does not exist.'],
    [{ env: { DECK_CONFIG: 'gone.yaml' } }, 'gone.yaml: the settings file from DECK_CONFIG does not exist.'],
    [{ file: '.' }, '.: the settings file from --config is a directory, not a file.'],
  ])('named and not readable: %j', (options, sentence) => {
    expect(() => loadSettings({ cwd, env: {}, ...options })).toThrow(sentence);
  });

  test('directories and secret files count from the directory of the file, documents from the data', () => {
    mkdirSync(join(cwd, 'etc'));
    write('etc/deck.yaml', 'data: { directory: state }\nservice: { secretKey: { file: key.txt } }');
    const settings = loadSettings({ cwd, env: {}, file: 'etc/deck.yaml' });
    expect(settings.data.directory).toBe(join(cwd, 'etc/state'));
    expect(settings.output.directory).toBe(join(cwd, 'etc/out'));
    expect(settings.service.secretKey).toEqual({ file: join(cwd, 'etc/key.txt') });
    expect(loadSettings({ cwd, env: {} }).data.directory).toBe(join(cwd, '.deck'));
  });
});

describe('an existing cluster', () => {
  const temporal = (env: NodeJS.ProcessEnv) => loadSettings({ cwd, env }).temporal;
  const cloud = '[profile.cloud]\naddress = "cloud.example:7233"\nnamespace = "decks"\napi_key = "k"\n';

  test('nothing named: the embedded server', () => {
    expect(temporal({}).mode).toBe('embedded');
  });

  test('TEMPORAL_ADDRESS names one, and TEMPORAL_NAMESPACE its namespace', () => {
    expect(temporal({ TEMPORAL_ADDRESS: 'cluster.example:7233', TEMPORAL_NAMESPACE: 'decks' })).toMatchObject({
      mode: 'existing',
      address: 'cluster.example:7233',
      namespace: 'decks',
      serviceNamespace: 'service',
    });
  });

  test('an empty TEMPORAL_ADDRESS names none', () => {
    expect(temporal({ TEMPORAL_ADDRESS: '' }).mode).toBe('embedded');
  });

  test('a profile of temporal.toml names one; a variable wins over the profile', () => {
    const TEMPORAL_CONFIG_FILE = write('temporal.toml', cloud);
    write('temporal.yaml', 'temporal: { profile: cloud, address: "elsewhere:1" }');
    expect(temporal({ TEMPORAL_CONFIG_FILE })).toMatchObject({
      mode: 'existing',
      address: 'cloud.example:7233',
      namespace: 'decks',
    });
    expect(temporal({ TEMPORAL_CONFIG_FILE, TEMPORAL_ADDRESS: 'a:1' }).address).toBe('a:1');
  });

  test('a temporal.toml that no setting names is not read', () => {
    mkdirSync(join(cwd, 'temporalio'));
    write('temporalio/temporal.toml', cloud.replace('cloud]', 'default]'));
    expect(temporal({ XDG_CONFIG_HOME: cwd, HOME: cwd }).mode).toBe('embedded');
  });

  test('a profile that is not there, a file that is not there', () => {
    const TEMPORAL_CONFIG_FILE = write('temporal.toml', cloud);
    expect(() => temporal({ TEMPORAL_CONFIG_FILE, TEMPORAL_PROFILE: 'moon' })).toThrow(
      'cannot use the profile "moon" of temporal.toml: Profile \'moon\' not found in config data.',
    );
    expect(() => temporal({ TEMPORAL_CONFIG_FILE: join(cwd, 'gone.toml') })).toThrow(
      `TEMPORAL_CONFIG_FILE is set to ${join(cwd, 'gone.toml')}, which does not exist.`,
    );
  });
});

describe('the printable form', () => {
  test('shows durations and sizes as text, and is itself a settings file with the same meaning', () => {
    const settings = settingsSchema.parse({ workflow: { polling: { cap: '90s' } }, download: { maxSize: '1.5 GB' } });
    const printed = effectiveSettings(settings);
    expect(printed?.workflow?.polling?.cap).toBe('90s');
    expect(printed?.download?.maxSize).toBe('1536 MB');
    expect(parseSettings(JSON.stringify(printed), 'printed')).toEqual(settings);
  });

  test('names secrets and never shows them', () => {
    write('key.txt', 'hunter2');
    write(
      'temporal.yaml',
      'service: { secretKey: { env: DECK_SECRET_KEY } }\nserver: { accounts: [{ apiKey: a, secretKey: { file: key.txt } }] }',
    );
    const env = { DECK_SECRET_KEY: 'hunter3', TEMPORAL_API_KEY: 'hunter4', TEMPORAL_ADDRESS: 'cloud.example:7233' };
    const printed = JSON.stringify(effectiveSettings(loadSettings({ cwd, env })));
    expect(printed).not.toMatch(/hunter|demo-secret/);
    expect(printed).toContain('"secretKey":{"env":"DECK_SECRET_KEY"}');
  });
});

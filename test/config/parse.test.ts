import { settingsSchema } from '../../src/config';
import { parseSettings } from '../../src/config/parse';
import { SettingsError } from '../../src/config/settings-error';
import refused from './refused-settings.json';

function refusal(...lines: string[]): SettingsError {
  try {
    parseSettings(lines.join('\n'), 'temporal.yaml');
  } catch (error) {
    if (error instanceof SettingsError) return error;
    throw error;
  }
  throw new Error('the settings were accepted');
}

describe('settings that cannot be used are refused with file, line, column and key', () => {
  test.each(refused as [what: string, lines: string[], sentence: string][])('%s', (_what, lines, sentence) => {
    expect(refusal(...lines).message).toBe(sentence);
  });

  test('several at once: the first is shown, the others are counted and kept', () => {
    const error = refusal('server:', '  prot: 1', 'log:', '  level: loud', 'temporal:', '  mode: x');
    expect(error.message).toBe(
      'temporal.yaml:2:3: server.prot is not a setting; did you mean server.port? (and 2 more).',
    );
    expect(error.problems.map(({ key, line }) => `${key} ${line}`)).toEqual([
      'server.prot 2',
      'log.level 4',
      'temporal.mode 6',
    ]);
    expect(error.file).toBe('temporal.yaml');
    expect(error.key).toBe('server.prot');
  });
});

describe('a secret in the file', () => {
  test.each<[string, string[], string]>([
    [
      'written out',
      ['service:', '  secretKey: hunter2'],
      'temporal.yaml:2:3: service.secretKey must not contain the secret itself; set { env: NAME } or { file: PATH }.',
    ],
    [
      'written out in an account',
      ['server:', '  accounts:', '    - apiKey: abc', '      secretKey: hunter2'],
      'temporal.yaml:4:7: server.accounts.0.secretKey must not contain the secret itself; set { env: NAME } or { file: PATH }.',
    ],
    [
      'left out of an account',
      ['server:', '  accounts:', '    - apiKey: abc'],
      'temporal.yaml:3:7: server.accounts.0.secretKey is required; set { env: NAME } or { file: PATH }.',
    ],
    [
      'in the place of a variable name',
      ['service:', '  secretKey: { env: "hunter 2" }'],
      'temporal.yaml:2:16: service.secretKey.env must be the name of an environment variable.',
    ],
    [
      'named twice',
      ['temporal:', '  apiKey: { env: A, file: hunter2 }'],
      'temporal.yaml:2:3: temporal.apiKey must have exactly one of env and file.',
    ],
    [
      'in a key of its own',
      ['service:', '  secretKey: { value: hunter2 }'],
      'temporal.yaml:2:3: service.secretKey must have exactly one of env and file (and 1 more).',
    ],
  ])('%s is refused and not repeated', (_what, lines, sentence) => {
    const { message } = refusal(...lines);
    expect(message).toBe(sentence);
    expect(message).not.toContain('hunter');
  });
});

test('an empty file, an empty section and no section mean the defaults', () => {
  const defaults = settingsSchema.parse({});
  for (const text of ['', '# nothing\n', 'server:\nworkflow:\n  polling:\n    # floor: 2s\n', '{}'])
    expect(parseSettings(text, 'temporal.yaml')).toEqual(defaults);
});

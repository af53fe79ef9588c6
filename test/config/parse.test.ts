import { settingsSchema } from '../../src/config';
import { parseSettings } from '../../src/config/parse';
import { SettingsError } from '../../src/config/settings-error';

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
  test.each<[string, string[], string]>([
    [
      'an unknown key that is nearly a known one',
      ['temporal:', '  adress: 127.0.0.1:7233'],
      'temporal.yaml:2:3: temporal.adress is not a setting; did you mean temporal.address?',
    ],
    [
      'an unknown key that is like no other',
      ['log:', '  level: info', '  colourfulness: 3'],
      'temporal.yaml:3:3: log.colourfulness is not a setting; valid keys: level.',
    ],
    [
      'an unknown section',
      ['# comment', 'workflows:', '  onFailure: park'],
      'temporal.yaml:2:1: workflows is not a setting; did you mean workflow?',
    ],
    [
      'a word for a number',
      ['server:', '  port: eighty'],
      'temporal.yaml:2:3: server.port must be a number, not "eighty".',
    ],
    [
      'a fraction for a whole number',
      ['server:', '  port: 80.5'],
      'temporal.yaml:2:3: server.port must be an integer, not 80.5.',
    ],
    [
      'a number beyond the limit',
      ['server:', '  port: 70000'],
      'temporal.yaml:2:3: server.port must be 65535 or less, not 70000.',
    ],
    [
      'a number below the limit',
      ['worker:', '  concurrency: { api: 0 }'],
      'temporal.yaml:2:18: worker.concurrency.api must be 1 or more, not 0.',
    ],
    [
      'a word outside the list',
      ['temporal:', '  mode: cloud'],
      'temporal.yaml:2:3: temporal.mode must be embedded or existing, not "cloud".',
    ],
    [
      'a word for yes or no',
      ['server:', '  demoAccount: sometimes'],
      'temporal.yaml:2:3: server.demoAccount must be true or false, not "sometimes".',
    ],
    [
      'a duration without a unit',
      ['workflow:', '  polling:', '    cap: 15'],
      'temporal.yaml:3:5: workflow.polling.cap must be a duration, such as 500ms, 90s, 1.5h or "3 days", not 15.',
    ],
    [
      'a duration in a list',
      ['workflow:', '  polling:', '    steps:', '      - 3s', '      - 5 moons'],
      'temporal.yaml:5:9: workflow.polling.steps.1 must be a duration, such as 500ms, 90s, 1.5h or "3 days", not "5 moons".',
    ],
    [
      'a duration beyond its bounds',
      ['workflow:', '  timeouts:', '    workflowTask: 5m'],
      'temporal.yaml:3:5: workflow.timeouts.workflowTask must be a duration of 1s to 2m, not "5m".',
    ],
    [
      'a size without a unit',
      ['server:', '  limits:', '    body: "8"'],
      'temporal.yaml:3:5: server.limits.body must be a size, such as 4 KB or 32 MB, not "8".',
    ],
    [
      'a size beyond its bounds',
      ['workflow:', '  payloadLimit: 2 MB'],
      'temporal.yaml:2:3: workflow.payloadLimit must be a size of 16 KB to 1 MB, not "2 MB".',
    ],
    ['a text for a section', ['log: loud'], 'temporal.yaml:1:1: log must be a section, not "loud".'],
    ['a list for the whole', ['- log'], 'temporal.yaml:1:1: the settings file must be a section, not a list.'],
    [
      'an empty list where one is needed',
      ['workflow:', '  exportFormats: []'],
      'temporal.yaml:2:3: workflow.exportFormats must have 1 or more entries.',
    ],
    ['an empty text', ['output: { directory: "" }'], 'temporal.yaml:1:11: output.directory must not be empty.'],
    [
      'an address without a port',
      ['temporal:', '  address: localhost'],
      'temporal.yaml:2:3: temporal.address must be host:port, such as 127.0.0.1:7233.',
    ],
    [
      'credentials in an address',
      ['service:', '  baseUrl: https://me:secret@example.com'],
      'temporal.yaml:2:3: service.baseUrl must be an http or https URL without user name, query or fragment.',
    ],
    [
      'the demo account on a public address',
      ['server:', '  host: 0.0.0.0'],
      'temporal.yaml:2:3: server.host must be a loopback address while server.demoAccount is true, because the demo key is public; set server.demoAccount to false and add server.accounts.',
    ],
    [
      'a word for the accounts with enterprise templates',
      ['server:', '  enterpriseSuits: some'],
      'temporal.yaml:2:3: server.enterpriseSuits must be true, false or a list of API keys.',
    ],
    [
      'an account with enterprise templates that is not in the list',
      ['server:', '  enterpriseSuits: [demo-access-key, acme]'],
      'temporal.yaml:2:38: server.enterpriseSuits.1 must be the API key of an account in server.accounts, not "acme".',
    ],
    [
      'quick polling of a far service',
      ['service:', '  baseUrl: https://example.com', 'workflow:', '  polling:', '    floor: 200ms'],
      'temporal.yaml:5:5: workflow.polling.floor must be 1s or more for a service on another host.',
    ],
    [
      'a delay that a timer of Node cannot hold',
      ['server:', '  timing:', '    export: 25 days'],
      'temporal.yaml:3:5: server.timing.export must be a duration of 0s to 24 days, not "25 days".',
    ],
    [
      'half a client certificate',
      ['temporal:', '  tls:', '    clientKey: { file: key.pem }'],
      'temporal.yaml:2:3: temporal.tls.clientCertificate and temporal.tls.clientKey must be set together.',
    ],
    [
      'an activity deadline within that of its call',
      ['workflow:', '  timeouts:', '    call: 20s'],
      'temporal.yaml:3:5: workflow.timeouts.call must be longer than service.timeouts.total.',
    ],
    [
      'a broken bracket',
      ['server:', '  accounts: [', 'log:'],
      'temporal.yaml:3:1: invalid YAML: Flow sequence in block collection must be sufficiently indented and end with a ].',
    ],
    [
      'a duplicate key',
      ['log:', '  level: info', '  level: warn'],
      'temporal.yaml:3:3: invalid YAML: Map keys must be unique.',
    ],
  ])('%s', (_what, lines, sentence) => {
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

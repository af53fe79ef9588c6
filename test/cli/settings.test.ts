import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deck, folderWith } from './deck';

describe('deck config', () => {
  const secret = 'hunter2-hunter2';

  test('prints the effective settings and references to secrets, never the secrets', async () => {
    const cwd = folderWith({ temporal: { apiKey: { env: 'CLOUD_KEY' } } });
    const env = { DECK_API_KEY: secret, DECK_SECRET_KEY: secret, CLOUD_KEY: secret };
    const text = await deck(['config'], { cwd, env });
    const json = await deck(['config', '--json'], { cwd, env });
    expect([text.code, json.code]).toEqual([0, 0]);
    expect(text.stdout + text.stderr + json.stdout + json.stderr).not.toContain(secret);
    expect(text.stdout).toContain('temporal.yaml');
    expect(JSON.parse(json.stdout)).toMatchObject({
      temporal: { apiKey: { env: 'CLOUD_KEY' }, taskQueue: 'presentation' },
      service: { secretKey: { env: 'DECK_SECRET_KEY' } },
      data: { directory: join(cwd, '.deck') },
    });
  });

  test('--data moves the data directory', async () => {
    const cwd = folderWith();
    const { stdout } = await deck(['config', '--json', '--data', 'elsewhere'], { cwd });
    expect(JSON.parse(stdout)).toMatchObject({ data: { directory: join(cwd, 'elsewhere') } });
  });

  test('an invalid setting is reported with file, line and key, for every command', async () => {
    const cwd = folderWith();
    writeFileSync(join(cwd, 'temporal.yaml'), 'server:\n  port: 8787\nworkflow:\n  paidCalls: many\n');
    for (const args of [['config'], ['run', 'Tea'], ['start', 'Tea'], ['list'], ['dev'], ['doctor']]) {
      const { code, stdout, stderr } = await deck(args, { cwd });
      expect(stderr).toMatch(/^temporal\.yaml:4:3: workflow\.paidCalls must be .*\.\n$/);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    }
  });

  test('invalid YAML is reported with its line', async () => {
    const cwd = folderWith();
    writeFileSync(join(cwd, 'temporal.yaml'), 'server:\n  port: [1\n');
    const { code, stderr } = await deck(['start', 'Tea'], { cwd });
    expect(stderr).toMatch(/^temporal\.yaml:\d+:\d+: invalid YAML/i);
    expect(code).toBe(2);
  });
});

test('deck doctor reports passed and failed checks', async () => {
  const cwd = folderWith();
  const { code, stdout } = await deck(['doctor', '--json'], { cwd });
  const { ok, checks } = JSON.parse(stdout) as { ok: boolean; checks: { name: string; state: string }[] };
  expect({ code, ok }).toEqual({ code: 0, ok: true });
  expect(checks.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Node', '@photostructure/sqlite', 'Temporal CLI']),
  );
  const broken = await deck(['doctor'], { cwd, env: { TEMPORAL_CLI: '/nowhere/temporal' } });
  expect(broken.code).toBe(1);
  expect(broken.stdout).toContain('/nowhere/temporal');
});

test('without a generation service, commands that need it print how to start one', async () => {
  // Port 1 is reserved and never listened on.
  const cwd = folderWith({ service: { baseUrl: 'http://127.0.0.1:1' } });
  for (const args of [
    ['service', 'list', 'designs'],
    ['service', 'usage'],
    ['service', 'list', 'options'],
    ['service', 'list', 'topics'],
    ['service', 'list', 'templates'],
  ]) {
    const { code, stdout, stderr } = await deck(args, { cwd });
    expect(stderr).toBe(
      'No generation service is reachable at http://127.0.0.1:1. Start one with deck dev, or set service.baseUrl.\n',
    );
    expect({ code, stdout }).toEqual({ code: 6, stdout: '' });
  }
});

describe('without a server', () => {
  // Port 1 is reserved and never listened on.
  const cwd = folderWith({ temporal: { address: '127.0.0.1:1', uiPort: 0 } });

  test.each([
    ['list'],
    ['status', 'u/r'],
    ['start', 'Tea'],
    ['worker'],
    ['cancel', 'u/r'],
    ['review', 'u/r', '--approve'],
    ['start', '--like', 'u/r'],
    ['start', '--from-deck', 'u/r', '--format', 'pdf'],
  ])('deck %s says so and how to start one', async (...args) => {
    const { code, stdout, stderr } = await deck(args, { cwd });
    expect(stderr).toBe(
      'No Temporal server responds at 127.0.0.1:1. Start one with `deck dev`, or set temporal.address.\n',
    );
    expect({ code, stdout }).toEqual({ code: 6, stdout: '' });
  });
});

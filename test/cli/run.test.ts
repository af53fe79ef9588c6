import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePorts } from '../../src/temporal/ports';
import { deck, folderWith, lastLine, launch, ownPorts, processesOf } from './deck';

describe('deck run, as npm start calls it, without a terminal', () => {
  // Content that takes some seconds: an instant stage passes before a busy machine has looked.
  const cwd = folderWith({ server: { ...ownPorts.server, timing: { contentFragment: '5ms' } } });
  const order = ['run', 'Coral reefs', '--uid', 'u1', '--request', 'r1'];

  test('interrupted with Ctrl-C, it stops everything and says how to go on', async () => {
    const running = launch([...order, '--format', 'ppt,pdf'], { cwd });
    await running.says('generating the content');
    running.child.kill('SIGINT');
    const { code, stdout, stderr } = await running.finished;
    expect(stderr).toContain("go on with it: npm start -- 'Coral reefs' --request r1 --uid u1");
    expect({ code, stdout }).toEqual({ code: 130, stdout: '' });
    expect(processesOf(cwd)).toEqual([]);
  });

  test('the same request goes on after everything was stopped; the last line on stdout is the file', async () => {
    const { code, stdout, stderr } = await deck(order, { cwd });
    expect(stderr).not.toContain('generating the outline');
    expect(code).toBe(0);
    const path = lastLine(stdout);
    expect(path).toBe(join(cwd, 'out', 'u1', 'r1', 'Coral reefs.pptx'));
    expect(readFileSync(path).subarray(0, 2).toString('latin1')).toBe('PK');
    expect(stdout).toContain('Coral reefs.pdf');
  });

  test('a third time it answers with the same file and makes nothing', async () => {
    const { code, stdout, stderr } = await deck(order, { cwd });
    expect(code).toBe(0);
    expect(lastLine(stdout)).toContain('Coral reefs.pptx');
    expect(stderr).not.toContain('generating the content');
  });

  test('nothing is left running', () => {
    expect(processesOf(cwd)).toEqual([]);
    expect(existsSync(join(cwd, '.deck', 'run.json'))).toBe(false);
  });
});

test('a deck in trouble is parked: it says why and what to do, and ends with code 4', async () => {
  const cwd = folderWith({ service: { baseUrl: 'http://127.0.0.1:1' } });
  const once = ['default', 'create'].flatMap((kind) => ['--set', `retries.${kind}.attempts=1`]);
  const { code, stdout, stderr } = await deck(['run', 'Tea', '--uid', 'u1', '--request', 'r1', ...once], { cwd });
  expect(stderr).toContain('The deck is parked at stage grant');
  expect(stderr).toContain('deck resolve u1/r1 --retry');
  expect(stderr).toContain("go on with it: npm start -- 'Tea' --request r1 --uid u1");
  expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
  expect(processesOf(cwd)).toEqual([]);

  const again = await deck(['run', 'Tea', '--uid', 'u1', '--request', 'r1'], { cwd });
  expect(again.stderr).toContain('It is tried once more.');
  expect(again.code).toBe(4);

  writeFileSync(join(cwd, 'the tea.md'), '# Tea\n\n## Leaves\n');
  const text = await deck(['run', '--markdown', 'the tea.md', '--uid', 'u1', '--request', 'r2', ...once], { cwd });
  expect(text.stderr).toContain("go on with it: npm start -- --markdown 'the tea.md' --request r2 --uid u1");
});

test('two services with a data directory each do not share one Temporal server', async () => {
  const [port = 0] = await freePorts('127.0.0.1', 1);
  const cwd = folderWith({ temporal: { address: `127.0.0.1:${port}`, uiPort: 0 } });
  const addressIn = (data: string) =>
    JSON.parse(readFileSync(join(cwd, data, 'run.json'), 'utf8')).temporalAddress as string;
  const first = launch(['service', '--port', '0', '--data', 'first'], { cwd });
  await first.says('service ready ');
  const second = launch(['service', '--port', '0', '--data', 'second'], { cwd });
  await second.says('service ready ');
  expect(addressIn('first')).toBe(`127.0.0.1:${port}`);
  expect(addressIn('second')).not.toBe(addressIn('first'));
  for (const { child } of [first, second]) child.kill('SIGTERM');
  expect((await Promise.all([first.finished, second.finished])).map(({ code }) => code)).toEqual([0, 0]);
  expect(processesOf(cwd)).toEqual([]);
});

test('deck service prints one line when it serves, and stops what it started', async () => {
  const cwd = folderWith({ temporal: ownPorts.temporal });
  const running = launch(['service', '--port', '0', '--data', 'other'], { cwd });
  await running.says('service ready ');
  running.child.kill('SIGTERM');
  const { code, stdout } = await running.finished;
  expect(stdout).toMatch(/^service ready http:\/\/127\.0\.0\.1:\d+\n$/);
  expect(code).toBe(0);
  expect(processesOf(cwd)).toEqual([]);
});

test('the demo account is refused off loopback', async () => {
  const cwd = folderWith();
  const { code, stdout, stderr } = await deck(['service', '--port', '0', '--host', '0.0.0.0'], { cwd });
  expect(stderr).toMatch(/demo/);
  expect(stdout).toBe('');
  expect(code).not.toBe(0);
  expect(processesOf(cwd)).toEqual([]);
});

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deck, folderWith, lastLine, launch, ownPorts, processesOf } from './deck';

jest.setTimeout(120_000);

describe('deck run, as npm start calls it, without a terminal', () => {
  const cwd = folderWith();
  const order = ['run', 'Coral reefs', '--uid', 'u1', '--request', 'r1'];

  test('interrupted with Ctrl-C, it stops everything and says how to go on', async () => {
    const running = launch([...order, '--format', 'ppt,pdf'], { cwd });
    await running.says('the content is being generated');
    running.child.kill('SIGINT');
    const { code, stdout, stderr } = await running.finished;
    expect(stderr).toContain("go on with it: npm start -- 'Coral reefs' --request r1 --uid u1");
    expect({ code, stdout }).toEqual({ code: 130, stdout: '' });
    expect(processesOf(cwd)).toEqual([]);
  });

  test('the same request goes on after everything was stopped; the last line on stdout is the file', async () => {
    const { code, stdout, stderr } = await deck(order, { cwd });
    expect(stderr).not.toContain('the outline is being generated');
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
    expect(stderr).not.toContain('the content is being generated');
  });

  test('nothing is left running', () => {
    expect(processesOf(cwd)).toEqual([]);
    expect(existsSync(join(cwd, '.deck', 'run.json'))).toBe(false);
  });
});

test('a deck in trouble is parked: it says why and what to do, and ends with code 4', async () => {
  const cwd = folderWith({ service: { baseUrl: 'http://127.0.0.1:1' } });
  const once = ['read', 'write', 'create'].flatMap((kind) => ['--set', `retries.${kind}.attempts=1`]);
  const { code, stdout, stderr } = await deck(['run', 'Tea', '--uid', 'u1', '--request', 'r1', ...once], { cwd });
  expect(stderr).toContain('The deck is parked at stage grant');
  expect(stderr).toContain('deck resolve presentation/u1/r1 --retry');
  expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
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

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { unzipSync } from 'fflate';
import { freePorts } from '../../src/temporal/ports';
import { deck, devIn, folderWith, lastLine, launch, ownPorts, processesOf } from './deck';

describe('deck run, as npm start calls it, without a terminal', () => {
  // Slow content: a busy host could miss an instant stage.
  const cwd = folderWith({ server: { ...ownPorts.server, timing: { contentFragment: '5ms' } } });
  const command = ['run', 'Coral reefs', '--uid', 'u1', '--key', 'r1'];

  test('on Ctrl-C, it stops everything and prints how to resume', async () => {
    const running = launch([...command, '--format', 'ppt,pdf'], { cwd });
    await running.says('generating the content');
    running.child.kill('SIGINT');
    const { code, stdout, stderr } = await running.finished;
    expect(stderr).toContain("To resume: deck run 'Coral reefs' --key r1 --uid u1");
    expect({ code, stdout }).toEqual({ code: 130, stdout: '' });
    expect(processesOf(cwd)).toEqual([]);
  });

  test('the same key resumes after everything was stopped; the last line on stdout is the file', async () => {
    const { code, stdout, stderr } = await deck(command, { cwd });
    expect(stderr).not.toContain('generating the outline');
    expect(code).toBe(0);
    const path = lastLine(stdout);
    expect(path).toBe(join(cwd, 'out', 'u1', 'coral-reefs-r1', 'Coral reefs (frame).pptx'));
    expect(readFileSync(path).subarray(0, 2).toString('latin1')).toBe('PK');
    expect(stdout).toContain('Coral reefs (frame).pdf');
    expect(stderr).toMatch(/! “Coral reefs” is a frame with \d+ open prompts: pptx \d+ KB, pdf \d+ KB/);
    expect(stderr).not.toContain('✔ “');
    expect(stderr).toContain(`Open the slides:     ${pathToFileURL(path).href}\n`);
    expect(stderr).toContain("Fill in the prompts: deck run 'Coral reefs' --facts facts.txt\n");
  });

  describe('next to deck dev', () => {
    devIn(cwd);

    test('the third run returns the same file and creates nothing', async () => {
      const { code, stdout, stderr } = await deck(command, { cwd });
      expect(code).toBe(0);
      expect(lastLine(stdout)).toContain('Coral reefs (frame).pptx');
      expect(stderr).not.toContain('generating the content');
    });

    test('without a title, it makes a deck with an image from the example document', async () => {
      const { code, stdout, stderr } = await deck(['run', '--yes', '--uid', 'u1', '--key', 'r2'], { cwd });
      expect(stderr).toContain('No title: making the example deck.');
      expect({ code, file: lastLine(stdout) }).toEqual({
        code: 0,
        file: join(cwd, 'out', 'u1', 'eight-planets-in-ten-minutes-r2', 'Eight planets in ten minutes.pptx'),
      });
      const parts = Object.keys(unzipSync(new Uint8Array(readFileSync(lastLine(stdout)))));
      expect(parts.some((part) => part.startsWith('ppt/media/'))).toBe(true);
      expect(stderr).toMatch(/✔ “Eight planets in ten minutes” delivered: pptx \d+ KB\n/);
      expect(stderr).toContain('Use your document:   deck run --document report.docx\n');
    });

    test('facts from a file are read', async () => {
      writeFileSync(join(cwd, 'facts.txt'), 'Growing season: May to September\n');
      const { code, stderr } = await deck(['run', 'Tea', '--facts', 'facts.txt', '--yes'], { cwd });
      expect(stderr).toContain('May to September');
      expect(code).toBe(0);
    });
  });

  test('nothing is left running', () => {
    expect(processesOf(cwd)).toEqual([]);
    expect(existsSync(join(cwd, '.deck', 'run.json'))).toBe(false);
  });
});

test('a failing deck is parked: the reason and remedy are printed, and the exit code is 4', async () => {
  const cwd = folderWith({ service: { baseUrl: 'http://127.0.0.1:1' } });
  const once = ['default', 'create'].flatMap((kind) => ['--set', `retries.${kind}.attempts=1`]);
  const { code, stdout, stderr } = await deck(['run', 'Tea', '--uid', 'u1', '--key', 'r1', ...once], { cwd });
  expect(stderr).toContain('The deck is parked at stage grant');
  expect(stderr).toContain('deck resolve u1/r1 --retry');
  expect(stderr).toContain("To resume: deck run 'Tea' --key r1 --uid u1");
  expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
  expect(processesOf(cwd)).toEqual([]);

  const again = await deck(['run', 'Tea', '--uid', 'u1', '--key', 'r1'], { cwd });
  expect(again.stderr).toContain('Retrying.');
  expect(again.code).toBe(4);

  writeFileSync(join(cwd, 'the tea.md'), '# Tea\n\n## Leaves\n');
  const text = await deck(['run', '--markdown', 'the tea.md', '--uid', 'u1', '--key', 'r2', ...once], { cwd });
  expect(text.stderr).toContain("To resume: deck run --markdown 'the tea.md' --key r2 --uid u1");
});

test('deck service prints one line when it is ready; two with a data directory each do not share one Temporal server', async () => {
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
  for (const { code, stdout } of await Promise.all([first.finished, second.finished])) {
    expect(stdout).toMatch(/^service ready http:\/\/127\.0\.0\.1:\d+\n$/);
    expect(code).toBe(0);
  }
  expect(processesOf(cwd)).toEqual([]);
});

test('the demo account is rejected outside loopback', async () => {
  const cwd = folderWith();
  const { code, stdout, stderr } = await deck(['service', '--port', '0', '--host', '0.0.0.0'], { cwd });
  expect(stderr).toMatch(/demo/);
  expect(stdout).toBe('');
  expect(code).not.toBe(0);
  expect(processesOf(cwd)).toEqual([]);
});

import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deck as deckIn, devIn, folderWith, lastLine, launch, occupiedPort, ownPorts, processesOf } from './deck';

describe('next to a running deck dev', () => {
  const cwd = folderWith();
  const deck = (args: string[], input?: string) => deckIn(args, { cwd, ...(input === undefined ? {} : { input }) });
  const json = async (args: string[]) => JSON.parse((await deck([...args, '--json'])).stdout);
  const dev = devIn(cwd);

  const untilReview = async (id: string) => {
    for (;;) {
      const record = await json(['status', id]);
      if (record.stage === 'review') return record;
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
  };

  test('start returns the workflow, and the same one if the key is repeated', async () => {
    const first = await json(['start', 'Tea', '--uid', 'u1', '--key', 'r1']);
    expect(first).toEqual({
      workflowId: 'presentation/u1/r1',
      runId: expect.any(String),
      existing: false,
      uiUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/namespaces\/default\/workflows\//),
    });
    const again = await deck(['start', 'Coffee', '--uid', 'u1', '--key', 'r1', '--json']);
    expect(JSON.parse(again.stdout)).toEqual({ ...first, existing: true });
    expect(again.stderr).toContain('already belongs to the deck “Tea”');
  });

  test('status prints the record, list one record per deck', async () => {
    expect(await untilReview('u1/r1')).toMatchObject({
      workflowId: 'presentation/u1/r1',
      status: 'RUNNING',
      stage: 'review',
      title: 'Tea',
      outline: { revision: 1, source: 'generated' },
      files: [],
    });
    expect(await json(['list', '--stage', 'review'])).toEqual([
      expect.objectContaining({ workflowId: 'presentation/u1/r1', title: 'Tea', stage: 'review', status: 'RUNNING' }),
    ]);
    expect(await json(['list', '--parked'])).toEqual([]);
  });

  test('review shows the outline, rejects a stale revision, accepts an edit and approves', async () => {
    const shown = await deck(['review', 'u1/r1']);
    expect(shown.stdout).toMatch(/^# Tea\n/);
    expect(await json(['review', 'u1/r1'])).toMatchObject({ revision: 1, waiting: true, outline: shown.stdout });

    const stale = await deck(['review', 'u1/r1', '--approve', '--revision', '9']);
    expect(stale.stderr).toMatch(/^Rejected: revision 9 is not the current revision/);
    expect(stale.code).toBe(1);

    const long = Array.from(
      { length: 60 },
      (_, page) => `### Page ${page}\n\n#### ${'Leaves '.repeat(8).trim()}\n`,
    ).join('\n');
    writeFileSync(join(cwd, 'edited.md'), `# Tea\n\n## Leaves\n\n${long}`);
    expect(await json(['review', 'u1/r1', '--edit', 'edited.md', '--reviewer', 'ada'])).toMatchObject({
      decision: 'edit',
      revision: 2,
    });
    expect(await json(['status', 'u1/r1'])).toMatchObject({
      outline: { revision: 2, by: 'ada', document: { uri: expect.stringMatching(/^document:/) } },
    });
    const approved = await deck(['review', 'u1/r1', '--approve', '--comment', 'good']);
    expect(approved.stdout).toContain('revision 2 is approved');
  });

  test('several people decide: request changes, delegate, approve; status shows who is missing', async () => {
    const two = ['--set', 'review.approvals=2', '--set', 'review.reviewers=["Ann","Bo"]'];
    const unsaid = await deck(['start', 'Coffee', '--uid', 'u1', '--key', 'many', ...two]);
    expect(unsaid.stderr).toContain('review.verifiedOnly: must be set if approvals is 2');
    const policy = [...two, '--set', 'review.verifiedOnly=false'];
    await deck(['start', 'Coffee', '--uid', 'u1', '--key', 'many', ...policy]);
    await untilReview('u1/many');
    const review = (...args: string[]) => deck(['review', 'u1/many', ...args]);
    const zed = await review('--approve', '--reviewer', 'Zed');
    expect({ code: zed.code, stderr: zed.stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Rejected: Zed may not decide on the outline; ask Ann or Bo/),
    });
    const missing = await review('--comment-on', '99.9=why?', '--reviewer', 'Ann');
    expect(missing.stderr).toContain('The text has no item "99.9"');
    const commented = await review('--request-changes', 'Add prices', '--comment-on', '0=Shorter', '--reviewer', 'Ann');
    expect(commented.stdout).toContain('opened about revision 1: threads 1, 2');
    const suggested = await review('--suggest', '0=Coffee in 2026', '--reviewer', 'Bo');
    expect(suggested.stdout).toContain('opened about revision 1: thread 3');
    expect((await review('--reply', '2=Why?', '--reviewer', 'Bo')).stdout).toContain('the reply is in thread 2');
    const { stdout: open } = await deck(['status', 'u1/many']);
    expect(open).toMatch(/objection +1 by Ann \(unverified\), revision 1: Add prices\n/);
    const { stdout: listed } = await deck(['comments', 'u1/many']);
    expect(listed.split('\n')).toEqual([
      'objection 1 by Ann (unverified), revision 1: Add prices',
      'objection 2 by Ann (unverified), revision 1, 0 “Coffee”: Shorter',
      '  Bo (unverified): Why?',
      'comment 3 by Bo (unverified), revision 1, 0 “Coffee”: suggests “Coffee in 2026”',
      '',
    ]);
    const early = await review('--approve', '--reviewer', 'Bo');
    expect(early.stderr).toContain('Ann (unverified) (threads 1, 2) requested changes');
    expect((await review('--resolve-thread', '1', '--reviewer', 'Ann')).stdout).toContain('still open: 2, 3');
    expect((await review('--accept', '3', '--reviewer', 'Ann')).stdout).toContain('is revision 2');
    expect((await deck(['comments', 'u1/many'])).stdout).toContain('0 “Coffee”, line removed: Shorter');
    expect((await deck(['comments', 'u1/many', '--all'])).stdout).toContain('[accepted by Ann (unverified)]');
    expect((await review('--delegate-to', 'Cy', '--reviewer', 'Bo')).stdout).toContain('Cy decides for Bo');
    const over = await review('--approve', '--despite', 'Ann agreed by phone', '--reviewer', 'Cy');
    expect(over.stdout).toContain('1 of 2 approvals; missing: 1 approval from Ann');
    const { stdout } = await deck(['status', 'u1/many']);
    expect(stdout).toMatch(/approvals +1 of 2 approvals; missing: 1 approval from Ann\n/);
    expect(stdout).toMatch(/approved +Cy \(unverified\) at /);
    expect(stdout).toMatch(/delegated +Cy decides for Bo\n/);
    expect((await review('--approve', '--reviewer', 'Ann')).stdout).toContain('revision 2 is approved');
    const { decisions } = await json(['status', 'u1/many']);
    const kinds = ['request-changes', 'comment', 'reply', 'resolve-thread', 'edit', 'delegate', 'approve', 'approve'];
    expect(decisions.map(({ decision, via }: Record<string, string>) => `${decision} ${via}`)).toEqual(
      kinds.map((decision) => `${decision} cli`),
    );
    expect(decisions.at(-2)).toMatchObject({ by: 'Cy', despite: [2], comment: 'Ann agreed by phone' });
    expect(decisions.at(-1)).toMatchObject({ by: 'Ann', closes: [2] });
  });

  test('watch follows the deck; the last line is the file; a completed deck can still be inspected', async () => {
    const { code, stdout } = await deck(['watch', 'u1/r1']);
    expect(code).toBe(0);
    expect(readFileSync(lastLine(stdout)).subarray(0, 2).toString('latin1')).toBe('PK');
    expect(await json(['status', 'u1/r1'])).toMatchObject({
      status: 'COMPLETED',
      stage: 'delivered',
      approval: { revision: 2, comment: 'good' },
      result: { outcome: 'delivered' },
    });
    const late = await deck(['review', 'u1/r1', '--approve']);
    expect(late.stderr).toContain('has already ended');
    expect(late.code).toBe(1);
  });

  test('a rejected outline has its own exit code', async () => {
    const waiting = launch(['start', 'Coffee', '--uid', 'u1', '--key', 'r2', '--wait'], { cwd });
    await waiting.says('deck review presentation/u1/r2');
    await deck(['review', 'u1/r2', '--reject', '--comment', 'not now', '--reviewer', 'ada']);
    const { code, stderr } = await waiting.finished;
    expect(stderr).toContain('The outline was rejected by ada (unverified): not now. No file was created.');
    expect(code).toBe(3);
  });

  test('cancel cancels a deck', async () => {
    await deck(['start', 'Milk', '--uid', 'u1', '--key', 'r3']);
    expect(await json(['cancel', 'u1/r3'])).toMatchObject({ workflowId: 'presentation/u1/r3', status: 'CANCELLED' });
    expect(await json(['status', 'u1/r3'])).toMatchObject({
      status: 'CANCELLED',
      failure: { message: 'it was cancelled' },
    });
  });

  test('an unknown deck is reported', async () => {
    const { code, stdout, stderr } = await deck(['status', 'u1/nothing']);
    expect(stderr).toBe('There is no deck presentation/u1/nothing on this server; run `deck list` to see all decks.\n');
    expect({ code, stdout }).toEqual({ code: 5, stdout: '' });
  });

  test('a missing worker is reported', async () => {
    const other = join(cwd, 'other.yaml');
    writeFileSync(other, JSON.stringify({ ...ownPorts, temporal: { ...ownPorts.temporal, taskQueue: 'unused' } }));
    await deck(['start', 'Tea', '--uid', 'u1', '--key', 'r4', '--config', other]);
    for (const args of [
      ['status', 'u1/r4'],
      ['review', 'u1/r4', '--approve'],
      ['resolve', 'u1/r4', '--retry'],
    ]) {
      const { code, stderr } = await deck(args);
      expect(stderr).toBe('No worker is polling the task queue unused; start one with `deck worker`.\n');
      expect(code).toBe(6);
    }
  });

  test('run uses the running stack and leaves it running', async () => {
    const { code, stdout, stderr } = await deck(['run', 'Attached', '--yes']);
    expect(stderr).toContain('Using the stack that is already running');
    expect(lastLine(stdout)).toMatch(/Attached \(frame\)\.pptx$/);
    expect(code).toBe(0);
    expect(dev.child.exitCode).toBeNull();
  });

  test('a second stack in the same data directory is rejected with one line', async () => {
    for (const args of [['dev'], ['service', '--port', '0']]) {
      const { code, stdout, stderr } = await deck(args);
      expect(stderr).toMatch(
        /^The data directory .* is in use by another deck process \(PID \d+\)\. Stop that process/,
      );
      expect(stderr.trim().split('\n')).toHaveLength(1);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    }
  });

  test('only the owner can read the run file', () => {
    expect(statSync(join(cwd, '.deck', 'run.json')).mode & 0o777).toBe(0o600);
    expect(statSync(join(cwd, '.deck')).mode & 0o077).toBe(0);
  });
});

describe('ports in use', () => {
  test('deck dev requires the configured ports and names the one in use', async () => {
    const { port, server } = await occupiedPort();
    try {
      for (const settings of [{ temporal: { address: `127.0.0.1:${port}`, uiPort: 0 } }, { server: { port } }]) {
        const cwd = folderWith(settings);
        const { code, stdout, stderr } = await deckIn(['dev'], { cwd });
        expect(lastLine(stderr)).toContain(`port ${port} on 127.0.0.1 is in use by another process`);
        expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
        expect(processesOf(cwd)).toEqual([]);
      }
    } finally {
      server.close();
    }
  });
});

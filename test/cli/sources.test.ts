import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { docx, heading, paragraph } from '../import/docx';
import { deck as deckIn, devIn, folderWith, lastLine, launch } from './deck';

const cwd = folderWith();
/** Outside documents.inbox. */
const elsewhere = folderWith();
const deck = (args: string[], input?: string) => deckIn(args, { cwd, ...(input === undefined ? {} : { input }) });
const json = async (args: string[]) => JSON.parse((await deck([...args, '--json'])).stdout);
const report = docx(
  heading(1, 'Annual report'),
  heading(2, 'Results'),
  paragraph('Sales grew by a tenth, mostly in the north.'),
  heading(2, 'Outlook'),
  paragraph('Two more shops open in the spring.'),
);
const MARKDOWN =
  '# Tea at work\n\n## Why tea\n\n### A pause that helps\n\n#### It is short\n\nFive minutes are enough.\n';

devIn(cwd);

beforeAll(() => {
  writeFileSync(join(elsewhere, 'report.docx'), report);
});

const until = async (id: string, holds: (record: { review?: { gate: string }; stage: string }) => boolean) => {
  for (;;) {
    const record = await json(['status', id]);
    if (holds(record)) return record;
    await new Promise((resolve) => setTimeout(resolve, 700));
  }
};
const atGate = (id: string, gate: string) => until(id, ({ review }) => review?.gate === gate);

describe('sources', () => {
  test('a document of this host, in any directory', async () => {
    const document = join(elsewhere, 'report.docx');
    const { code, stdout } = await deck(['run', '--document', document, '--uid', 'u1', '--key', 'd1', '--yes']);
    expect(code).toBe(0);
    expect(lastLine(stdout)).toBe(join(cwd, 'out', 'u1', 'annual-report-d1', 'Annual report.pptx'));
    const { title, revisions } = await json(['status', 'u1/d1']);
    expect({ title, part: revisions[0].part }).toEqual({ title: 'Annual report', part: 'content' });
  });

  test('a document that is Markdown', async () => {
    const document = join(elsewhere, 'tea.md');
    writeFileSync(document, MARKDOWN);
    const { code, stdout } = await deck(['run', '--document', document, '--uid', 'u1', '--key', 'd2', '--yes']);
    expect(code).toBe(0);
    expect(lastLine(stdout)).toContain('Tea at work.pptx');
  });

  test('Markdown from stdin, stored by reference if it is long', async () => {
    const long = `${MARKDOWN}\n${'#### More\n\nAnd more of it, word after word, as people write.\n\n'.repeat(200)}`;
    const started = await deckIn(
      ['start', '--markdown', '-', '--uid', 'u1', '--key', 'm1', '--review', 'off', '--wait'],
      { cwd, input: long },
    );
    expect(started.code).toBe(0);
    expect(lastLine(started.stdout)).toContain('Tea at work.pptx');
    const { revisions } = await json(['status', 'u1/m1']);
    expect(revisions[0]).toMatchObject({ source: 'given', document: { uri: expect.stringMatching(/^document:/) } });
  });

  test('a preset topic; a title with options, template filters and formats', async () => {
    const topics = await json(['service', 'list', 'topics', '--limit', '1']);
    const topic = await deck(['run', '--topic', String(topics[0].id), '--uid', 'u1', '--yes', '--format', 'pdf']);
    expect(topic.code).toBe(0);
    const rich = ['--option', 'tone=professional', '--option', 'audience=8', '--template-color', 'blue', '--rank', '2'];
    const more = ['--pro-layout', '--provider', 'alternative', '--no-edit', '--zip', '--format', 'ppt'];
    const args = ['start', 'Tea', '--uid', 'u1', '--key', 'o1', '--review', 'off', '--wait', ...rich, ...more];
    const { code, stdout } = await deck(args);
    expect(code).toBe(0);
    expect(readFileSync(lastLine(stdout)).subarray(0, 2).toString('latin1')).toBe('PK');
    expect(await json(['status', 'u1/o1'])).toMatchObject({ template: { type: 1 }, paidCalls: { addProLayout: 1 } });
  });

  test('from a task, and from a design, which is only exported', async () => {
    const { taskId, designId } = await json(['status', 'u1/d1']);
    const task = await deck(['start', 'Again', '--uid', 'u1', '--from-task', `${taskId}`, '--review', 'off', '--wait']);
    expect(task.code).toBe(0);
    const design = await deck(['start', '--uid', 'u1', '--from-design', `${designId}`, '--format', 'pdf', '--wait']);
    expect(design.code).toBe(0);
    expect(lastLine(design.stdout)).toContain('Annual report.pdf');
  });

  test.each([
    ['an unknown option value', ['Tea', '--option', 'tone=shouting'], '"shouting" does not exist; available: '],
    ['an unknown color', ['Tea', '--template-color', 'plaid'], '"plaid" does not exist; available: '],
    ['an unknown topic', ['--topic', '999999'], '999999'],
    ['a task of another user', ['Tea', '--from-task', '1', '--uid', 'u2'], 'belongs to another user'],
    ['a design of another user', ['--from-design', '1', '--uid', 'u2'], 'belongs to another user'],
  ])('%s ends the deck as bad input, before anything is made', async (_name, args, sentence) => {
    const { code, stdout, stderr } = await deck(['start', ...args, '--wait']);
    expect(lastLine(stderr)).toContain(sentence);
    expect(code).toBe(2);
    expect(await json(['status', stdout.trim()])).toMatchObject({ failure: { type: 'InvalidInput' } });
  });
});

describe('both gates', () => {
  const id = 'u1/g1';

  test('the gate under review is named in text and JSON; an edit can be compared and reverted', async () => {
    const gates = ['--review', 'required', '--content-review', 'required'];
    await deck(['start', 'Tea', '--uid', 'u1', '--key', 'g1', ...gates]);
    await atGate(id, 'outline');
    const shown = await deck(['review', id]);
    expect(shown.stderr).toContain('The outline, revision 1, is awaiting review.');
    expect(await json(['review', id])).toMatchObject({ gate: 'outline', part: 'outline', waiting: true });

    const alone = await deck(['review', id, '--diff']);
    expect(alone.stderr).toBe('There is no earlier revision to compare with; the deck only has revision 1.\n');
    expect(alone.code).toBe(5);

    writeFileSync(join(cwd, 'edited.md'), shown.stdout.replace(/^### .*$/m, '### A page of my own'));
    await deck(['review', id, '--edit', 'edited.md', '--reviewer', 'ada', '--comment', 'closer to us']);
    const diff = await deck(['review', id, '--diff']);
    expect(diff.stdout).toMatch(/^--- revision 1\n\+\+\+ revision 2\n@@ /);
    expect(diff.stdout).toContain('\n+### A page of my own\n');
    expect(await json(['review', id, '--diff', '1'])).toEqual({
      workflowId: `presentation/${id}`,
      from: 1,
      to: 2,
      diff: diff.stdout.replace(/\n$/, ''),
    });
    const none = await deck(['review', id, '--diff', '9']);
    expect({ code: none.code, stderr: none.stderr }).toEqual({
      code: 5,
      stderr: 'Revision 9 does not exist; the deck has revisions 1 to 2.\n',
    });

    const wrong = await deck(['review', id, '--restore', '9']);
    expect(wrong.stderr).toMatch(/^Rejected: restore must be the number of an earlier revision/);
    const restored = await deck(['review', id, '--restore', '1', '--approve', '--reviewer', 'ben']);
    expect(restored.stdout).toContain('revision 3 is approved');
  });

  test('the content is reviewed next; approval delivers', async () => {
    expect(await atGate(id, 'content')).toMatchObject({ stage: 'contentReview' });
    const status = await deck(['status', id]);
    expect(status.stdout).toContain('content review · content revision 4 is awaiting review');
    expect(status.stdout).toContain(`Review the content: deck review presentation/${id}`);
    expect(await json(['review', id])).toMatchObject({ gate: 'content', part: 'content', revision: 4 });
    const watching = launch(['watch', id], { cwd });
    await watching.says('Review the content: deck review');
    await deck(['review', id, '--approve']);
    expect((await watching.finished).code).toBe(0);
  });

  test('revisions of a completed deck are still listed', async () => {
    expect(await json(['review', id, '--revisions'])).toEqual([
      expect.objectContaining({ revision: 1, part: 'outline', source: 'generated', at: expect.any(String) }),
      expect.objectContaining({ revision: 2, part: 'outline', source: 'edited', by: 'ada', comment: 'closer to us' }),
      expect.objectContaining({ revision: 3, part: 'outline', source: 'edited', by: 'ben' }),
      expect.objectContaining({ revision: 4, part: 'content', source: 'generated' }),
    ]);
    const { stdout } = await deck(['review', id, '--revisions']);
    expect(stdout).toMatch(/^ {3}2 {2}outline {2}edited by ada \(unverified\) {2,}\S+Z {2}closer to us$/m);
  });

  test('rejected content is reported as content', async () => {
    const args = ['--uid', 'u1', '--key', 'g2', '--review', 'off', '--content-review', 'required', '--wait'];
    const waiting = launch(['start', 'Tea', ...args], { cwd });
    await waiting.says('Review the content');
    await deck(['review', 'u1/g2', '--reject', '--comment', 'too long', '--reviewer', 'ada']);
    const { code, stderr } = await waiting.finished;
    expect(stderr).toContain('The content was rejected by ada (unverified): too long. No file was created.');
    expect(code).toBe(3);
  });

  test('without a terminal, run shows and approves both', async () => {
    const { code, stderr } = await deck(['run', 'Tea', '--uid', 'u1', '--content-review', 'required']);
    expect(stderr).toMatch(/Outline of “Tea”, revision 1[\s\S]*Content of “Tea”, revision 2/);
    expect(code).toBe(0);
  });
});

describe('from an earlier deck', () => {
  test('export creates other files of its design, under its own key', async () => {
    const { code, stdout } = await deck(['start', '--from-deck', 'u1/d1', '--format', 'pdf', '--key', 'x1', '--wait']);
    expect(code).toBe(0);
    expect(lastLine(stdout)).toBe(join(cwd, 'out', 'u1', 'annual-report-x1', 'Annual report.pdf'));
    const [first, second] = await Promise.all([json(['status', 'u1/d1']), json(['status', 'u1/x1'])]);
    expect(second).toMatchObject({ designId: first.designId, paidCalls: { startExport: 1 } });
  });

  test('export requires a design and a format', async () => {
    await deck(['start', 'Tea', '--uid', 'u1', '--key', 'early']);
    await atGate('u1/early', 'outline');
    const early = await deck(['start', '--from-deck', 'u1/early', '--format', 'pdf']);
    expect(early).toMatchObject({
      code: 1,
      stdout: '',
      stderr:
        'The deck presentation/u1/early has no design yet. To check its stage:\n  deck status presentation/u1/early\n',
    });
    expect(await deck(['start', '--from-deck', 'u1/early'])).toMatchObject({ code: 2 });
    expect(await deck(['start', '--from-deck', 'u1/nothing', '--format', 'pdf'])).toMatchObject({ code: 5 });
  });

  test('--like starts a new deck with the same input', async () => {
    const { workflowId, existing } = await json(['start', '--like', 'u1/o1', '--key', 'o2']);
    expect({ workflowId, existing }).toEqual({ workflowId: 'presentation/u1/o2', existing: false });
    const { code } = await deck(['watch', 'u1/o2']);
    expect(code).toBe(0);
    const [first, second] = await Promise.all([json(['status', 'u1/o1']), json(['status', 'u1/o2'])]);
    expect(second).toMatchObject({ title: 'Tea', template: first.template });
    expect(second.taskId).not.toBe(first.taskId);
    expect(existsSync(join(cwd, 'out', 'u1', 'tea-o2'))).toBe(true);
    expect(await deck(['start', '--like', 'u1/nothing'])).toMatchObject({ code: 5 });
    expect((await json(['start', '--like', 'u1/o1', '--key', 'o1'])).existing).toBe(true);
  });
});

test('resolve provides IDs, and the deck rejects those that do not fit', async () => {
  const start = ['start', 'Tea', '--uid', 'u1', '--key', 'p1', '--review', 'off'];
  // A rank without a template parks the deck before its design is saved.
  expect(await deck([...start, '--template-color', 'blue', '--rank', '999', '--wait'])).toMatchObject({ code: 4 });
  const refused = async (...ids: string[]) => (await deck(['resolve', 'u1/p1', ...ids])).stderr;
  expect(await refused('--ticket', 'found')).toContain('the deck is not waiting for a content job');
  expect(await refused('--task-key', 'found')).toContain('no export is waiting to start');
  expect(await refused('--design-id', '999999')).toContain('999999');
  expect(await deck(['resolve', 'u1/p1', '--skip', '--yes'])).toMatchObject({ code: 0 });
  const { stage } = await until('u1/p1', (record) => record.stage === 'delivered');
  expect(stage).toBe('delivered');
});

import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WorkflowFailedError } from '@temporalio/client';
import { unzipSync } from 'fflate';
import type { ServiceId } from '../../src/core/service-id';
import type { PresentationInput } from '../../src/decks/input/input';
import { docx } from '../import/docx';
import { type DeckHandle, type Pipeline, startPipeline } from './pipeline';
import { inboxWithReport, MARKDOWN } from './routes';

const outside = mkdtempSync(join(tmpdir(), 'deck-outside-'));
const inbox = inboxWithReport(mkdtempSync(join(tmpdir(), 'deck-inbox-')));
let pipeline: Pipeline;
let plain: Pipeline;
beforeAll(async () => {
  const settings = { documents: { inbox }, workflow: { review: { mode: 'off' }, onFailure: 'fail' } };
  [pipeline, plain] = await Promise.all([
    startPipeline({ settings: { ...settings, server: { enterpriseSuits: true } } }),
    startPipeline({ settings }),
  ]);
});
afterAll(async () => {
  await Promise.all([pipeline.close(), plain.close()]);
  for (const folder of [inbox, outside]) rmSync(folder, { recursive: true });
});

const uidOf = (handle: DeckHandle) => handle.workflowId.split('/')[1]!;
const templateOf = async (handle: DeckHandle) => (await pipeline.progress(handle)).template;

/** The design of a deck as the service has it. */
async function designTree(handle: DeckHandle): Promise<string> {
  const uid = uidOf(handle);
  const { list } = await pipeline.client.call('listDesigns', {}, { uid });
  return JSON.stringify(await pipeline.client.call('readPptTree', { design_id: list[0]!.id }, { uid }));
}

describe('advanced options', () => {
  it('by the service’s words, by common ones and by id change the deck', async () => {
    const [english, chinese, byId] = await Promise.all(
      [{ page: 'long', tone: 'professional' }, { page: '26-40页' }, { page: 4, language: 'chinese' }].map(
        async (options) => {
          const handle = await pipeline.start({ title: 'Solar roofs for schools', options });
          await handle.result();
          return designTree(handle);
        },
      ),
    );
    const short = await pipeline.start({ title: 'Solar roofs for schools', options: { page: 'short' } });
    await short.result();
    const shortTree = await designTree(short);
    for (const long of [english!, chinese!]) expect(long.length).toBeGreaterThan(shortTree.length * 1.3);
    expect(byId).toMatch(/\p{Script=Han}/u);
    expect(shortTree).not.toMatch(/\p{Script=Han}/u);
  });
});

describe('a template', () => {
  it.each<[string, PresentationInput['template'], (ids: ServiceId[]) => ServiceId[]]>([
    ['by filters in common words', { color: 'blue', style: 'business' }, (ids) => ids],
    ['by the code of the color', { color: '#1F5FBF' }, (ids) => ids],
    ['by rank', { color: 1, rank: 2 }, (ids) => [ids[1]!]],
  ])('%s is one of those that the service finds', async (_, template, expected) => {
    const handle = await pipeline.start({ title: 'Chosen by filter', template: template! });
    const uid = uidOf(handle);
    await handle.result();
    const request = 'style' in template! ? { colour_id: 1, style_id: 1 } : { colour_id: 1 };
    const { list } = await pipeline.client.call('searchSuits', request, { uid });
    expect(expected(list.map(({ id }) => id))).toContain((await templateOf(handle))?.id);
  });

  it('that a reviewer chose takes the place of the one that was ordered', async () => {
    const handle = await plain.start({
      title: 'Chosen while reading',
      template: { color: 1 },
      settings: { review: { mode: 'required' } },
    });
    await plain.until(handle, ({ review }) => review !== undefined);
    const { list } = await plain.client.call('searchSuits', { colour_id: 2 }, { uid: uidOf(handle) });
    const chosen = { id: list[0]!.id, type: 1 };
    await handle.executeUpdate('review', { args: [{ revision: 1, decision: 'approve', template: chosen }] });
    await handle.result();
    expect((await plain.progress(handle)).template).toEqual(chosen);
  });

  it('of the enterprise is taken where the account has some', async () => {
    const handle = await pipeline.start({ title: 'In our own colors', template: { enterprise: true } });
    await handle.result();
    expect(await templateOf(handle)).toMatchObject({ type: 2 });
  });

  it('of the enterprise is refused before anything is made where it has none', async () => {
    const handle = await plain.start({ title: 'In no one’s colors', template: { enterprise: true } });
    await expect(handle.result()).rejects.toThrow(WorkflowFailedError);
    expect(plain.records(handle)).toMatchObject({ tasks: 0 });
  });

  it('of a rank that is not there says how many there are', async () => {
    const handle = await pipeline.start({ title: 'Too far down', template: { color: 1, rank: 500 } });
    await expect(handle.result()).rejects.toMatchObject({
      cause: { type: 'TemplateRefused', message: expect.stringMatching(/rank 500: \d+ templates match/) },
    });
  });
});

describe('what is delivered', () => {
  it('with pro layout is a design of that layout, of the same task', async () => {
    const handle = await pipeline.start({ title: 'Richer pages', proLayout: true });
    const { paidCalls } = await handle.result();
    expect(paidCalls).toMatchObject({ addProLayout: 1, saveDesign: 1 });
    await expect(designTree(handle)).rejects.toThrow(/pro layout/);
  });

  it('that must not be edited has images for pages', async () => {
    const [editable, pictures] = await Promise.all(
      [true, false].map(async (edit) => {
        const handle = await pipeline.start({ title: 'Hands off', edit });
        const [file] = (await handle.result()).files;
        return Object.keys(unzipSync(readFileSync(file!.path)));
      }),
    );
    const mediaOf = (names: string[]) => names.filter((name) => name.startsWith('ppt/media/'));
    const slides = pictures!.filter((name) => /^ppt\/slides\/slide\d+\.xml$/.test(name));
    expect(mediaOf(pictures!)).toHaveLength(slides.length);
    expect(mediaOf(editable!).length).toBeLessThan(slides.length);
  });

  it('as images in a zip is one file with an image for each page', async () => {
    const handle = await pipeline.start({ title: 'All in one', formats: ['png', 'jpeg'], zip: true });
    const { files } = await handle.result();
    expect(files.map(({ path }) => path.split('/').at(-1))).toEqual([
      'All in one (frame).png.zip',
      'All in one (frame).jpg.zip',
    ]);
    const pages = Object.keys(unzipSync(readFileSync(files[0]!.path)));
    expect(pages.length).toBeGreaterThan(5);
    expect(pages.every((name) => name.endsWith('.png'))).toBe(true);
  });
});

describe('going on from ids', () => {
  it('of a design makes other formats of it, and nothing else', async () => {
    const first = await pipeline.start({ title: 'Again as PDF' });
    const { designId } = await first.result();
    const again = await pipeline.start({
      uid: uidOf(first),
      request: 'pdf',
      from: { designId: designId! },
      formats: ['pdf'],
    });
    expect(await again.result()).toMatchObject({
      title: 'Again as PDF',
      designId,
      files: [{ format: 'pdf', path: expect.stringMatching(/Again as PDF\.pdf$/) }],
      paidCalls: { startExport: 1 },
    });
    expect(pipeline.records(first)).toMatchObject({ tasks: 1, designs: 1, exports: 2 });
  });

  it('of a task takes its outline, and content is made from that', async () => {
    const uid = `user-${randomUUID().slice(0, 8)}`;
    const { id: taskId } = await pipeline.client.call('createTask', { title: 'Half way', type: 1 }, { uid });
    for await (const _ of pipeline.client.stream('streamOutline', { task_id: taskId }, { uid }));
    const handle = await pipeline.start({ uid, title: 'Half way', from: { taskId } });
    expect((await handle.result()).paidCalls).toEqual({ startContent: 1, saveDesign: 1, startExport: 1 });
    expect((await pipeline.progress(handle)).revisions).toMatchObject([{ source: 'found', part: 'outline' }]);
  });

  it('of a task without an outline generates one', async () => {
    const uid = `user-${randomUUID().slice(0, 8)}`;
    const { id: taskId } = await pipeline.client.call('createTask', { title: 'A mere task', type: 1 }, { uid });
    const handle = await pipeline.start({ uid, title: 'A mere task', from: { taskId } });
    expect((await handle.result()).paidCalls).toMatchObject({ streamOutline: 1 });
    expect(pipeline.records(handle)).toMatchObject({ tasks: 1, designs: 1 });
  });

  it('of a content job waits for it and starts no other', async () => {
    const uid = `user-${randomUUID().slice(0, 8)}`;
    const { id: taskId } = await pipeline.client.call('createTask', { title: 'Job under way', type: 1 }, { uid });
    for await (const _ of pipeline.client.stream('streamOutline', { task_id: taskId }, { uid }));
    const ticket = await pipeline.client.call('startContent', { task_id: taskId }, { uid });
    const handle = await pipeline.start({ uid, title: 'Job under way', from: { taskId, ticket } });
    expect((await handle.result()).paidCalls).toEqual({ saveDesign: 1, startExport: 1 });
    expect(pipeline.records(handle)).toMatchObject({ contentJobs: 1, designs: 1 });
  });

  it('that are another user’s, or of two decks, ends the deck with a sentence and takes nothing', async () => {
    const owner = await pipeline.start({ title: 'Mine' });
    const { designId, taskId } = await owner.result();
    const stranger = await pipeline.start({ title: 'Not mine', from: { designId: designId! } });
    const strangersTask = await pipeline.start({ title: 'Not mine either', from: { taskId: taskId! } });
    const other = await pipeline.start({ uid: uidOf(owner), request: 'other', title: 'Another deck' });
    const { taskId: otherTask } = await other.result();
    const mixed = await pipeline.start({
      uid: uidOf(owner),
      request: 'mixed',
      title: 'Two decks',
      from: { designId: designId!, taskId: otherTask! },
    });
    for (const [handle, words] of [
      [stranger, `${designId}`],
      [strangersTask, `${taskId}`],
      [mixed, 'belongs to task'],
    ] as const) {
      await expect(handle.result()).rejects.toMatchObject({
        cause: { type: 'InvalidInput', message: expect.stringContaining(words) },
      });
    }
    expect(pipeline.records(stranger)).toMatchObject({ exports: 0 });
  });
});

describe('a wrong input ends the deck before anything is made', () => {
  writeFileSync(join(outside, 'secret.docx'), 'PK\u0003\u0004 not for this deck');
  writeFileSync(join(inbox, 'text.docx'), 'no zip at all');
  writeFileSync(join(inbox, 'torn.docx'), docx('<w:p><w:r>'));
  symlinkSync(join(outside, 'secret.docx'), join(inbox, 'link.docx'));
  const document = (path: string) => ({ document: { path } });
  const title = 'Refused';

  it.concurrent.each<[string, object, RegExp]>([
    ['no source', {}, /title: title is missing/],
    ['two sources', { topic: 102, markdown: MARKDOWN }, /one source; topic is already given/],
    ['a corrupted document', document('torn.docx'), /document: torn\.docx cannot be read: the document is corrupted/],
    ['a document for the alternative provider', { ...document('report.docx'), provider: 'alternative' }, /titles only/],
    [
      'a ticket for the alternative provider',
      { title, provider: 'alternative', content: 'ticket' },
      /content: cannot be combined with the alternative provider/,
    ],
    ['a title in its own words', { title, content: 'as-is' }, /as-is requires a topic or markdown/],
    ['a template id without its type', { title, template: { id: 5 } }, /id and type must be given together/],
    [
      'a template by ID and by color',
      { title, template: { id: 5, type: 1, color: 'red' } },
      /id cannot be combined with color/,
    ],
    [
      'enterprise templates by color',
      { title, template: { enterprise: true, color: 'red' } },
      /enterprise cannot be combined with color/,
    ],
    [
      'an option that is not there',
      { title, options: { tone: 'sarcastic' } },
      /options.tone: "sarcastic" does not exist; available: 自然 natural \(40\)/,
    ],
    ['a color that does not exist', { title, template: { color: 'mauve' } }, /template.color: "mauve" does not exist/],
    ['a group that is not there', { title, options: { length: 3 } }, /options/],
    ['a topic that is not there', { topic: 999_999 }, /topic 999999 does not exist/],
    ['a document that is not there', document('missing.docx'), /missing.docx cannot be read.*ENOENT/],
    [
      'a document outside the folder',
      document(`../${outside.split('/').at(-1)}/secret.docx`),
      /outside the directory for documents/,
    ],
    ['a document by an absolute path', document(join(outside, 'secret.docx')), /outside the directory for documents/],
    ['a link out of the folder', document('link.docx'), /outside the directory for documents/],
    ['a document that is not one', document('text.docx'), /is not a \.docx file/],
    ['a document at a private address', { document: { url: 'http://127.0.0.1:1/x.docx' } }, /address|refused|private/i],
    ['a ticket without its task', { title, from: { ticket: 'abc' } }, /requires taskId or designId/],
    [
      'options for a task that exists',
      { title, from: { taskId: 5 }, options: { page: 3 } },
      /options: cannot be combined with from/,
    ],
    [
      'a new template for a design that exists',
      { from: { designId: 5 }, template: { color: 1 } },
      /leaves only exports/,
    ],
  ])('%s', async (_, input, sentence) => {
    const handle = await pipeline.start(input as Partial<PresentationInput>);
    const failure = await handle.result().then(
      () => 'delivered',
      (error) => error.cause.message as string,
    );
    expect(failure).toMatch(sentence);
    expect(pipeline.records(handle)).toEqual({ tasks: 0, outlines: 0, contentJobs: 0, designs: 0, exports: 0 });
  });
});

import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WorkflowHandle } from '@temporalio/client';
import { workflowSettings } from '../../src/config';
import { BATCH, type BatchProgress, batchIdOf, EXPORT_DESIGN } from '../../src/core/batch';
import { readFields } from '../../src/core/fields';
import { MOST_OPEN_THREADS } from '../../src/core/message-limits';
import { overlay } from '../../src/core/overlay';
import type { PresentationResult } from '../../src/core/progress';
import { resolveSchemas } from '../../src/core/resolve-message';
import { reviewSchemas } from '../../src/core/review-message';
import { startPresentation } from '../../src/decks/api';
import { checkedInput } from '../../src/decks/api/start';
import { batchInput } from '../../src/decks/input/batch';
import { type PresentationInput, presentationInput } from '../../src/decks/input/input';
import { invalidInput } from '../../src/decks/input/plan';
import { listenForWebhooks, type WebhookListener, webhookSection } from '../notifications/webhook-listener';
import { DIGITS, keysOf, long, longestChannel, outlineOf, policyOf, type Script, scripts, stored } from './longest';
import { type DeckHandle, type Pipeline, startPipeline } from './pipeline';
import { type Field, fieldsOfSchema, longestOf, tooLong } from './schema-fields';
import { aboveLimit, largestIn } from './server-limits';

/** Every field of every message with its longest valid value, in the scripts that take the most bytes. */

const folder = mkdtempSync(join(tmpdir(), 'deck-limits-'));
writeFileSync(join(folder, 'key'), randomBytes(32).toString('hex'));
const encryption = { enabled: true, keys: [{ id: 'k1', key: { file: join(folder, 'key') } }], currentKey: 'k1' };
afterAll(() => rmSync(folder, { recursive: true }));

const RETURNED = 'r'.repeat(200);
const wide = scripts['percent-encoded to 9 bytes'];
const titleOf = ({ text }: Script) => long(200, text);
const said = ({ text }: Script) => ({ comment: long(2000, text), reviewer: long(200, text) });
const resolved = ({ text }: Script) => ({ comment: long(2000, text), by: long(200, text) });

/** A deck that people review at both gates. */
function reviewedInput(script: Script): PresentationInput {
  const { gate, reviewerGroups } = policyOf(script);
  const title = titleOf(script);
  const contentReview = { mode: 'required', escalateTo: long(200, script.text) };
  const facts = `${long(9_999, script.text, 'Name: ')}\n${long(10_000, script.text, 'Name: ')}`;
  const brief = {
    kind: 'review' as const,
    audience: long(200, script.text),
    remember: Array(3).fill(long(120, script.text)),
  };
  const startedBy = long(100, script.text);
  return {
    ...keysOf(script),
    title,
    name: title,
    startedBy,
    facts,
    ...brief,
    settings: { review: gate, contentReview, reviewerGroups },
  };
}

/** Decks that cannot be delivered, because their longest values are names of nothing, and how each ends. */
function deadEnds(script: Script): [Partial<PresentationInput>, RegExp][] {
  const title = titleOf(script);
  const word = long(100, script.text);
  const names = { page: word, group: word, scene: word, tone: word, language: word };
  const template = { color: word, style: word, scene: word, rank: 10_000 };
  return [
    [{ title, options: names }, /^InvalidInput: .*options\.page/],
    [{ title, template }, /^InvalidInput: .*template\.color/],
    [{ title, template: { enterprise: true } }, /^delivered|^InvalidInput/],
    [{ title, template: { id: DIGITS, type: 2 } }, /./],
    [{ document: { path: long(1000, script.text), treatment: 'expand' } }, /^InvalidInput: .*document/],
    [{ document: { url: long(2000, 'x', 'https://127.0.0.1/') }, slides: 200 }, /^InvalidInput: .*document/],
    [{ document: { file: { ...stored, name: long(200, script.text) } } }, /./],
    [{ topic: DIGITS }, /./],
    [{ markdown: { ...stored, preview: long(2000, script.text) } }, /./],
    [{ markdown: outlineOf(100_000, title, script), content: 'as-is' }, /^delivered/],
    [{ title, from: { taskId: DIGITS, ticket: RETURNED }, provider: 'default' }, /./],
    [{ from: { designId: DIGITS }, formats: ['ppt', 'pdf', 'png', 'jpeg'], edit: false, zip: true }, /./],
  ];
}

function reviewMessages(script: Script) {
  const title = titleOf(script);
  const { gate } = policyOf(script);
  const heading = long(200, script.text);
  const [reviewer, second] = gate.reviewers;
  const comment = (most: number) => ({
    item: { path: '1.1.1', heading, line: long(200, script.text) },
    text: long(most, script.text),
  });
  const paragraphs = Array.from({ length: 190 }, () => ({ value: long(500, script.text) }));
  const page = { value: heading, children: [{ value: heading, type: 't'.repeat(40), children: paragraphs }] };
  const tree = { value: title, type: 't'.repeat(40), children: [{ value: heading, children: [page] }] };
  const subject = long(255, script.text);
  const groups = [...gate.requiredGroups, ...Array<string>(90).fill(subject)];
  const own = { ...said(script), reviewer, verified: true, via: 'email', subject, groups };
  return {
    edit: { decision: 'edit', outline: outlineOf(100_000, title, script), ...own },
    requestChanges: {
      decision: 'request-changes',
      comments: [comment(2000), ...Array.from({ length: 18 }, () => comment(50)), comment(100)],
      ...own,
    },
    comment: {
      decision: 'comment',
      comments: [{ ...comment(1000), slide: 200, suggestion: long(2000, script.letter) }],
      ...own,
    },
    reply: { decision: 'reply', thread: 1, ...own },
    accept: { decision: 'edit', accept: 21, ...own },
    resolveThread: { decision: 'resolve-thread', thread: 1, ...own },
    tree: { decision: 'edit', outline: tree, ...own },
    reference: { decision: 'edit', outline: { ...stored, preview: long(400, script.text) }, ...own },
    inline: {
      decision: 'edit',
      outline: { text: long(100_000, script.text), sha256: stored.sha256, bytes: 1 },
      ...own,
    },
    restore: { decision: 'edit', restore: 2, ...own },
    delegate: { decision: 'delegate', to: long(100, script.letter, 'to'), ...own, reviewer: second },
    approve: { decision: 'approve', ...own },
    anyone: { decision: 'approve', template: { id: DIGITS, type: Number.MAX_SAFE_INTEGER }, ...said(script) },
  };
}

const resolutions = (script: Script) => ({
  ticket: { action: 'provide', ticket: RETURNED, ...resolved(script) },
  taskKey: { action: 'provide', taskKey: RETURNED, ...resolved(script) },
  ids: { action: 'provide', taskId: DIGITS, designId: DIGITS, ...resolved(script) },
  retry: { action: 'retry', paidCalls: 1000, newJob: true, ...resolved(script) },
  abandon: { action: 'abandon', since: '9999-12-31T23:59:59.999999999Z', ...resolved(script) },
});

const batchOf = (script: Script) => ({
  batch: long(90, script.letter, Math.random().toString(36).slice(2, 8)),
  uid: long(100, script.letter),
});

describe('the longest values', () => {
  const { gate, reviewerGroups } = policyOf(wide);
  const standard = workflowSettings.encode(workflowSettings.parse({}));
  const full = overlay(standard, {
    polling: { steps: Array<string>(20).fill('1s') },
    exportFormats: ['ppt', 'pdf', 'png', 'jpeg'],
    review: gate,
    contentReview: gate,
    reviewerGroups,
  });
  const base = { ...keysOf(wide), title: 'Title' };
  const ascii = { ...base, channel: 'c'.repeat(64), content: 'stream', proLayout: true } as const;
  const inputs = [reviewedInput(wide), ascii, ...deadEnds(wide).map(([input]) => ({ ...keysOf(wide), ...input }))];
  const keys = { ...batchOf(wide), window: 200, onError: 'stop', cancelRunning: true, slice: 1000 };
  const items = long(100_000, wide.text);
  const checked = (input: unknown) => {
    try {
      checkedInput(input as PresentationInput);
    } catch (error) {
      return (error as Error).message;
    }
  };
  const reading = (schema: Parameters<typeof readFields>[0]) => (value: unknown) =>
    (readFields(schema, value) as { refusal?: string }).refusal;
  const messages = {
    input: { schema: presentationInput, examples: inputs, refusal: checked },
    settings: {
      schema: workflowSettings,
      examples: [full],
      refusal: (value: unknown) => {
        const { error } = workflowSettings.safeParse(value);
        return error && invalidInput(error, 'settings').message;
      },
    },
    review: {
      schema: reviewSchemas.reviewMessage,
      examples: [
        ...Object.values(reviewMessages(wide)),
        { decision: 'approve', despite: Array<number>(MOST_OPEN_THREADS).fill(Number.MAX_SAFE_INTEGER) },
      ].map((message) => ({ revision: 1, ...message })),
      refusal: reading(reviewSchemas.reviewMessage),
    },
    resolve: {
      schema: resolveSchemas.resolveMessage,
      examples: Object.values(resolutions(wide)),
      refusal: reading(resolveSchemas.resolveMessage),
    },
    batch: {
      schema: batchInput.omit({ defaults: true }),
      examples: [items, { text: items, sha256: 'a'.repeat(64), bytes: 1 }, { ...stored, preview: long(2000, 'x') }].map(
        (given) => ({ ...keys, items: given }),
      ),
      refusal: (value: unknown) => {
        const { error } = batchInput.safeParse(value);
        return error && invalidInput(error).message;
      },
    },
  };
  const all = Object.entries(messages).flatMap(([message, { schema, examples, refusal }]) =>
    fieldsOfSchema(schema, examples).map((field) => ({ message, field, refusal })),
  );
  const open = all.filter(({ field }) => field.isOpen);
  const pathOf = ({ message, field }: { message: string; field: Field }) => `${message}: ${field.path}`;

  it('fill every field', () => {
    expect(all.filter(({ field }) => field.places.length === 0).map(pathOf)).toEqual([]);

    expect(all).toHaveLength(166);
  });

  it('are as long as the schemas allow', () => {
    const shorter = open.filter(({ field }) => field.most !== undefined && longestOf(field) !== field.most);
    expect(shorter.map(pathOf)).toEqual([]);
  });

  it('of one more character or entry are refused in a sentence that names the field', () => {
    const taken = open.filter(({ field, refusal }) => !refusal(tooLong(field))?.includes(field.path.split(/\W/)[0]!));
    // These are cut, or counted together by the update of the deck.
    const cut = ['preview', 'text', 'value', 'type', 'children'].map((name) => `review: outline.${name}`);
    expect(taken.map(pathOf)).toEqual([...cut, 'review: comments[].item.heading', 'review: comments[].item.line']);
  });
});

describe.each([
  ['plain', {}],
  ['encrypted', { encryption }],
])('%s', (_, settings) => {
  let pipeline: Pipeline;
  let receiver: WebhookListener;
  const largest = new Map<string, number>();
  beforeAll(async () => {
    receiver = await listenForWebhooks();
    const notifications = { webhooks: [webhookSection(receiver, folder)] };
    pipeline = await startPipeline({ faulty: true, settings: { ...settings, notifications } });
  });
  afterAll(async () => {
    await pipeline?.close();
    await receiver.close();
  });

  async function start(input: PresentationInput): Promise<DeckHandle> {
    const { taskQueue } = pipeline.settings.temporal;
    const { handle } = await startPresentation(pipeline.temporal.client, input, { taskQueue });
    return handle as DeckHandle;
  }

  /** A deck's end as one sentence. Its history, and those of its notifications, have no failed workflow task. */
  async function ended(handle: Pick<DeckHandle, 'workflowId' | 'result' | 'fetchHistory'>): Promise<string> {
    const end = await handle.result().then(
      ({ outcome, files = [] }: Partial<PresentationResult>) =>
        `${outcome ?? 'exported'}${files.every(({ path }) => existsSync(path)) ? '' : ', file missing'}`,
      ({ cause }) => `${cause.type}: ${cause.message}`,
    );
    await checkHistory(handle);
    return end;
  }

  async function checkHistory(handle: Pick<WorkflowHandle, 'fetchHistory'>): Promise<void> {
    const history = await handle.fetchHistory();
    const faults = history.events!.flatMap(
      ({ workflowTaskFailedEventAttributes: failed }) => failed?.failure?.message ?? [],
    );
    // The server's word for a message that came with the end of a task.
    expect(faults.filter((message) => message !== 'UnhandledCommand')).toEqual([]);
    largestIn(history, largest);
    for (const { childWorkflowExecutionStartedEventAttributes: child } of history.events!) {
      if (child) await checkHistory(pipeline.temporal.client.workflow.getHandle(child.workflowExecution!.workflowId!));
    }
  }

  const review = async (handle: DeckHandle, message: object) => {
    const { revisions, attention } = await pipeline.until(handle, (now) => (now.review ?? now.attention) !== undefined);
    expect(attention).toBeUndefined();
    const args: [object] = [{ revision: revisions.length, ...message }];
    return handle.executeUpdate<{ message: string }, [object]>('review', { args }).catch(({ cause }) => cause as Error);
  };

  it('a deck that parks with the longest problem takes the longest resolutions and is delivered', async () => {
    const body = JSON.stringify({ code: 40007, data: [], msg: long(100_000, wide.text) });
    const strike = (path: string) => pipeline.network.strike(path, { kind: 'answer', status: 200, body });
    const answers: string[] = [];
    const parkedAt = (handle: DeckHandle, stage: string) =>
      pipeline.until(handle, ({ attention }) => attention?.stage === stage);
    const resolve = async (handle: DeckHandle, message: object) =>
      answers.push(
        await handle.executeUpdate<{ message: string }, [object]>('resolve', { args: [message] }).then(
          (a) => a.message,
          ({ cause }) => cause.message,
        ),
      );
    const messages = resolutions(wide);
    const settings = { review: { mode: 'off' } };
    const handle = await start({ ...keysOf(wide), title: titleOf(wide), settings });
    strike('/api/ai/chat/v2/content');
    await parkedAt(handle, 'content');
    await resolve(handle, messages.ticket);
    await parkedAt(handle, 'content');
    strike('/api/design/v2/save');
    await resolve(handle, messages.retry);
    await parkedAt(handle, 'design');
    await resolve(handle, messages.ids);
    strike('/api/download/export/file');
    await resolve(handle, messages.retry);
    await parkedAt(handle, 'export');
    await resolve(handle, messages.taskKey);
    expect(await ended(handle)).toBe('delivered');
    expect(answers.map((answer) => answer.endsWith(': accepted'))).toEqual([true, true, false, true, true]);
  });

  it('a batch, and an export of an existing deck, have the longest keys', async () => {
    const { client } = pipeline.temporal;
    const { taskQueue } = pipeline.settings.temporal;
    const keys = batchOf(wide);
    const title = titleOf(wide);
    const settings = { review: { mode: 'required' } };
    const items = JSON.stringify({ line: 999_999_999, title });
    const handle = await client.workflow.start(BATCH, {
      taskQueue,
      workflowId: batchIdOf(keys.batch),
      args: [{ ...keys, items, defaults: { channel: longestChannel(), settings, name: title } }],
    });
    const text = { by: long(500, wide.text), comment: long(500, wide.text) };
    const send = (name: string, message: object) =>
      handle.executeUpdate<{ message: string }, [object]>(name, { args: [message] }).then(
        ({ message: answer }) => answer,
        ({ cause }) => cause.message as string,
      );
    expect(await send('pause', { ...text, by: `${text.by}x` })).toBe('by is longer than 500 characters');
    expect(await send('pause', text)).toMatch(/^paused/);
    await send('resume', { by: text.by });
    for (;;) {
      const { decks } = await handle.query<BatchProgress>('progress');
      if (decks.length > 0) break;
    }
    const { decks } = await handle.query<BatchProgress>('progress');
    const deck = client.workflow.getHandle(decks[0]!.workflowId) as DeckHandle;
    expect((await review(deck, { decision: 'approve' })).message).toMatch(/is approved/);
    expect(await ended(handle as never)).toBe('finished');
    const { designId } = await deck.result();
    const request = deck.workflowId.split('/')[2]!;
    const exported = await client.workflow.start(EXPORT_DESIGN, {
      taskQueue,
      workflowId: `export/${request}`,
      args: [{ uid: keys.uid, channel: longestChannel(), request, designId, formats: ['ppt'] }],
    });
    expect(await ended(exported as never)).toBe('exported');
  });

  const panelOf = async (handle: DeckHandle) =>
    (await handle.query<{ currentDetails: string }>('__temporal_workflow_metadata')).currentDetails;

  it.each(Object.entries(scripts))('%s: a deck is edited, commented, delegated, approved twice', async (_, script) => {
    const handle = await start(reviewedInput(script));
    // No template has this ID.
    const { anyone, ...atOutline } = reviewMessages(script);
    const { template: _none, ...approval } = anyone;
    const answers: string[] = [];
    for (const message of Object.values(atOutline)) answers.push((await review(handle, message)).message);
    expect(answers.map((answer) => answer.replace(/^the edited outline from \S+/, ''))).toEqual([
      'the edited outline is revision 3 and is awaiting review',
      expect.stringMatching(/^opened about revision 3: threads 1, .*, 21$/),
      'opened about revision 3: threads 22, 23',
      'the reply is in thread 1',
      'accept must be the number of an open thread with a suggestion: 23',
      expect.stringMatching(/^resolved: 1; still open: 2, .*, 23; revision 3 is awaiting review$/),
      'the edited outline is revision 4 and is awaiting review',
      expect.stringMatching(/^ was rejected: document aaaaaaaaaaaa… is not in the store/),
      'outline must be Markdown text, an outline tree, or a reference to a stored document',
      'the edited outline is revision 5 and is awaiting review',
      expect.stringMatching(/^to\S+ decides for 1\.\S+ on the outline/),
      'revision 5 is approved; content is generated next',
    ]);
    expect(Buffer.byteLength(await panelOf(handle))).toBeLessThan(20_000);
    await pipeline.until(handle, ({ review: open }) => open?.gate === 'content');
    expect((await review(handle, approval)).message).toMatch(/is approved/);
    expect(await ended(handle)).toBe('delivered');
    await receiver.until(() => receiver.of(handle).some(({ event }) => event.type === 'deck.delivered'));
  });

  it('no value in these histories was above a limit of the server', () => {
    expect(aboveLimit(largest)).toEqual([]);
  });
});

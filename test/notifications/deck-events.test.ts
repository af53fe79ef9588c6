import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { historyToJSON } from '@temporalio/common/lib/proto-utils';
import { pino } from 'pino';
import type { DeckEvent } from '../../src/core/notices';
import { readFileLink } from '../../src/decks/links/file-links';
import { linkKey, linkKeys, readLink } from '../../src/decks/links/review-links';
import { faults } from '../api/validate';
import { type DeckHandle, type Pipeline, startPipeline } from '../pipeline/pipeline';
import { listenForMail, type MailListener } from './mail-listener';
import { listenForWebhooks, verified, type WebhookListener, webhookSection } from './webhook-listener';

/** The events of real decks, received by a real webhook receiver and a real mail server. */

let folder: string;
let all: WebhookListener;
let parkedOnly: WebhookListener;
let mail: MailListener;
let pipeline: Pipeline;
let logged = '';
const decks: DeckHandle[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'deck-notices-'));
  [all, parkedOnly, mail] = await Promise.all([listenForWebhooks(), listenForWebhooks(), listenForMail()]);
  const smtp = join(folder, 'smtp');
  writeFileSync(smtp, mail.url());
  pipeline = await startPipeline({
    faulty: true,
    log: pino(
      { level: 'trace' },
      new Writable({
        write(chunk, _encoding, done) {
          logged += String(chunk);
          done();
        },
      }),
    ),
    settings: {
      reviewServer: { publicUrl: 'https://decks.example.com', linkKey: { file: join(folder, 'link-key') } },
      notifications: {
        webhooks: [
          webhookSection(all, folder, { name: 'everything' }),
          webhookSection(parkedOnly, folder, { eventTypes: ['deck.parked'] }),
        ],
        email: { smtp: { file: smtp }, from: 'Decks <decks@example.com>', to: ['ada@example.com'] },
      },
    },
  });
  writeFileSync(join(folder, 'link-key'), 'the key that links are signed with in these tests');
});
afterEach(() => pipeline.network.reset());
afterAll(async () => {
  await pipeline.close();
  await Promise.all([all.close(), parkedOnly.close(), mail.close()]);
  rmSync(folder, { recursive: true });
});

async function start(input: Parameters<Pipeline['start']>[0]): Promise<DeckHandle> {
  const handle = await pipeline.start(input);
  decks.push(handle);
  return handle;
}
const review = (handle: DeckHandle, message: object) => handle.executeUpdate('review', { args: [message] });
const waits = (handle: DeckHandle, revision: number) =>
  pipeline.until(handle, (deck) => deck.review !== undefined && deck.outline?.revision === revision);
const parked = (handle: DeckHandle) => pipeline.until(handle, ({ attention }) => attention !== undefined);
const refused = (code: number) =>
  ({ kind: 'answer', status: 200, body: `{"code":${code},"data":[],"msg":"refused"}` }) as const;

/** Waits for events of a deck and checks their signature, schema and headers. */
async function received(handle: DeckHandle, type: DeckEvent['type'], count = 1): Promise<DeckEvent[]> {
  const attempts = await all.until(() => {
    const found = all.of(handle).filter(({ event }) => event.type === type);
    return found.length >= count && found;
  });
  expect(attempts).toHaveLength(count);
  expect(new Set(attempts.map(({ headers }) => headers['webhook-id'])).size).toBe(count);
  return attempts.map((attempt) => {
    expect(attempt.headers['content-type']).toBe('application/json');
    const event = verified(all, attempt);
    expect(faults('notification', event)).toEqual([]);
    expect(event.data.deck).toBe(handle.workflowId);
    return event;
  });
}

function linkOf({ data }: DeckEvent) {
  const [page, token = ''] = data.reviewUrl!.split('#');
  expect(page).toBe('https://decks.example.com/review');
  return readLink(token, linkKeys(pipeline.settings));
}
const linkFor = (handle: DeckHandle, role: string) => ({
  workflowId: handle.workflowId,
  firstRunId: handle.firstExecutionRunId,
  issuedAt: expect.any(Number),
  gate: 'all',
  role,
  expiresAt: expect.any(Number),
});

it('a review is requested at both gates and for every new revision, with a link that can decide', async () => {
  const settings = { review: { mode: 'required', onDeadline: 'reject' }, contentReview: { mode: 'required' } };
  const handle = await start({ title: 'Both gates', settings });
  await waits(handle, 1);
  await review(handle, { revision: 1, decision: 'regenerate' });
  await waits(handle, 2);
  await review(handle, { revision: 2, decision: 'edit', outline: '# Tea\n\n## One\n\n### Page\n' });
  await waits(handle, 3);
  await review(handle, { revision: 3, decision: 'approve' });
  await waits(handle, 4);
  const requests = await received(handle, 'review.requested', 4);
  const asked = requests.map(({ data }) => [data.gate, data.revision, data.stage]).sort();
  expect(asked).toEqual([
    ['content', 4, 'contentReview'],
    ['outline', 1, 'review'],
    ['outline', 2, 'review'],
    ['outline', 3, 'review'],
  ]);
  for (const event of requests) {
    expect(linkOf(event)).toEqual(linkFor(handle, 'reviewer'));
    expect(event.data.message).toContain(`the ${event.data.gate} of “Both gates” (revision ${event.data.revision})`);
    expect(event.data.due === undefined).toBe(event.data.gate === 'content');
  }
  await review(handle, { revision: 4, decision: 'approve' });
  const { files } = await handle.result();
  const [delivered] = await received(handle, 'deck.delivered');
  expect(delivered!.data).toMatchObject({ title: 'Both gates', stage: 'delivered', revision: 4, files });
  const { downloadUrl, sha256 } = delivered!.data.files![0]!;
  const [origin, token = ''] = downloadUrl!.split('/v1/files/');
  expect(origin).toBe('https://decks.example.com');
  const keys = linkKeys(pipeline.settings);
  expect(readFileLink(token, keys)).toMatchObject({ workflowId: handle.workflowId, sha256 });
  expect(readFileLink(token, keys, Date.now() + 86_400_000)).toEqual({ fault: 'expired' });
  expect(linkOf(delivered!)).toEqual(linkFor(handle, 'viewer'));
});

it('a reminder, an escalation and a rejection are sent', async () => {
  const review1 = { mode: 'required', reminders: ['40ms'], escalateAfter: '80ms', escalateTo: 'lead@example.com' };
  const handle = await start({ title: 'No review yet', settings: { review: review1 } });
  const [reminder] = await received(handle, 'review.reminder');
  const [escalation] = await received(handle, 'review.escalated');
  expect(reminder!.data).toMatchObject({ gate: 'outline', revision: 1, stage: 'review' });
  expect(reminder!.data.message).toContain('has been awaiting review since');
  expect(linkOf(reminder!)).toEqual(linkFor(handle, 'reviewer'));
  expect(escalation!.data.escalateTo).toBe('lead@example.com');
  expect(linkOf(escalation!)).toEqual(linkFor(handle, 'reviewer'));
  await review(handle, { revision: 1, decision: 'reject', comment: 'too long', reviewer: 'ada' });
  const [rejected] = await received(handle, 'deck.rejected');
  expect(rejected!.data).toMatchObject({
    stage: 'rejected',
    revision: 1,
    message: '“No review yet” was rejected by ada (unverified): too long',
  });
  const mailed = await all.until(() => {
    const found = mail.mails.filter(({ email }) => email.subject?.startsWith('Escalation: '));
    return found.length >= 2 && found;
  });
  expect(mailed.flatMap(({ to }) => to).sort()).toEqual(['ada@example.com', 'lead@example.com']);
  expect(new Set(mailed.map(({ email }) => email.messageId)).size).toBe(1);
});

it('a change request is reported with a link that can decide, and without its text', async () => {
  const settings = { review: { approvals: 2, verifiedOnly: false, reviewers: ['Ann', 'Bo'], onDeadline: 'reject' } };
  const handle = await start({ title: 'Needs prices', settings });
  await waits(handle, 1);
  const comments = [{ item: { path: '0', heading: 'Needs prices' }, text: 'a confidential note' }];
  const asked = { revision: 1, decision: 'request-changes', comment: 'a confidential remark', comments };
  await expect(review(handle, { ...asked, reviewer: 'Zed' })).rejects.toMatchObject({
    cause: { message: 'Zed may not decide on the outline; ask Ann or Bo' },
  });
  await review(handle, { ...asked, reviewer: 'Ann' });
  const [event] = await received(handle, 'review.changes_requested');
  expect(event!.data).toMatchObject({
    gate: 'outline',
    revision: 1,
    stage: 'review',
    due: expect.any(String),
    message: 'Ann requested changes to the outline of “Needs prices” (revision 1)',
    threads: [1, 2],
  });
  expect(linkOf(event!)).toEqual(linkFor(handle, 'reviewer'));
  expect(JSON.stringify(event)).not.toContain('confidential');
  // The gate is still open: the request is resolved, and the same deck is approved by both.
  const reply = { revision: 1, decision: 'reply', thread: 2, comment: 'a confidential reply', reviewer: 'Bo' } as const;
  await review(handle, reply);
  const [commented] = await received(handle, 'review.commented');
  expect(commented!.data).toMatchObject({
    message: 'Bo replied in thread 2 on the outline of “Needs prices” (revision 1)',
    threads: [2],
  });
  expect(JSON.stringify(commented)).not.toContain('confidential');
  await review(handle, { revision: 1, decision: 'resolve-thread', reviewer: 'Ann' });
  await review(handle, { revision: 1, decision: 'approve', reviewer: 'Ann' });
  await review(handle, { revision: 1, decision: 'approve', reviewer: 'Bo' });
  await received(handle, 'deck.delivered');
  expect(all.of(handle).map(({ event: { type } }) => type)).toEqual([
    'review.requested',
    'review.changes_requested',
    'review.commented',
    'deck.delivered',
  ]);
});

it('a parked deck is reported with its remedy, and an abandoned one as failed', async () => {
  pipeline.network.strike('/v2/task', refused(12101));
  const handle = await start({ title: 'With failures', settings: { review: { mode: 'off' } } });
  const { attention } = await parked(handle);
  const [event] = await received(handle, 'deck.parked');
  expect(event!.data).toMatchObject({ stage: 'task', problem: attention!.type, remedy: attention!.remedy });
  expect(linkOf(event!)).toEqual(linkFor(handle, 'viewer'));
  await handle.executeUpdate('resolve', { args: [{ action: 'abandon', by: 'ada' }] });
  const [failed] = await received(handle, 'deck.failed');
  expect(failed!.data).toMatchObject({ stage: 'failed', problem: 'Abandoned' });
  expect(failed!.data.message).toContain('was abandoned by ada at stage task');
  expect(failed!.data.remedy).toBeUndefined();
  await expect(handle.result()).rejects.toThrow();
});

it('a cancelled deck is reported', async () => {
  const handle = await start({ title: 'Not wanted' });
  await waits(handle, 1);
  await handle.cancel();
  const [event] = await received(handle, 'deck.cancelled');
  expect(event!.data).toMatchObject({ stage: 'cancelled', message: '“Not wanted” was cancelled' });
  expect(event!.data).not.toHaveProperty('gate');
});

it('a gate that approves immediately does not request a review; one that waits does', async () => {
  const auto = (autoApproveAfter: string) => ({ review: { mode: 'auto-approve', autoApproveAfter } });
  const [atOnce, later] = await Promise.all([
    start({ title: 'At once', settings: auto('0s') }),
    start({ title: 'After a while', settings: auto('300ms') }),
  ]);
  await received(atOnce, 'deck.delivered');
  await received(later, 'deck.delivered');
  await received(later, 'review.requested');
  expect(all.of(atOnce).map(({ event }) => event.type)).toEqual(['deck.delivered']);
});

it('a receiver only gets its event types', () => {
  expect(parkedOnly.attempts.map(({ event }) => event.type)).toEqual(['deck.parked']);
  expect(verified(parkedOnly, parkedOnly.attempts[0]!).data.title).toBe('With failures');
  // The same event with the same ID, signed with the receiver's own key.
  const [parkedEvent] = all.attempts.filter(({ event }) => event.type === 'deck.parked');
  expect(parkedOnly.attempts[0]!.headers['webhook-id']).toBe(parkedEvent!.headers['webhook-id']);
  expect(() => verified(all, parkedOnly.attempts[0]!)).toThrow();
});

it('every event is also sent by email, with the same link', async () => {
  const subjects = await all.until(() => {
    const found = mail.mails.filter(({ to }) => to[0] === 'ada@example.com').map(({ email }) => email.subject!);
    return found.length >= all.attempts.length && found;
  });
  expect(subjects).toContain('“At once” is a frame with 14 open prompts');
  const frame = /is a frame with \d+ open prompts$/;
  expect(subjects.map((subject) => subject.replace(frame, 'is ready')).sort()).toEqual(
    [
      'New comment on the outline of “Needs prices”',
      'Please review the outline of “Both gates”',
      'Please review the outline of “Both gates” (revision 2)',
      'Please review the outline of “Both gates” (revision 3)',
      'Please review the content of “Both gates” (revision 4)',
      '“Both gates” is ready',
      'Please review the outline of “No review yet”',
      'Reminder: the outline of “No review yet” is waiting for your review',
      'Escalation: no one has reviewed the outline of “No review yet” yet',
      '“No review yet” was rejected',
      'Please review the outline of “Needs prices”',
      'Changes requested to the outline of “Needs prices”',
      '“Needs prices” is ready',
      '“With failures” is parked',
      '“With failures” failed',
      'Please review the outline of “Not wanted”',
      '“Not wanted” was cancelled',
      'Please review the outline of “After a while”',
      '“After a while” is ready',
      '“At once” is ready',
    ].sort(),
  );
  const { email } = mail.mails.find((one) => one.email.subject?.endsWith('“Both gates” (revision 2)'))!;
  const token = /https:\/\/decks\.example\.com\/review#(\S+)/.exec(email.text!)![1]!;
  expect(readLink(token, linkKeys(pipeline.settings))).toMatchObject({ role: 'reviewer', gate: 'all' });
  expect(email.html).toContain(`href="https://decks.example.com/review#${token}"`);
});

describe('histories and logs', () => {
  async function everything(): Promise<string> {
    const { workflow } = pipeline.temporal.client;
    const texts: string[] = [];
    const read = (value: unknown): void => {
      if (value instanceof Uint8Array) texts.push(Buffer.from(value).toString('utf8'));
      else if (typeof value === 'object' && value !== null) Object.values(value).forEach(read);
    };
    for (const deck of decks) {
      const history = await deck.fetchHistory();
      const children = (history.events ?? [])
        .map((event) => event.childWorkflowExecutionStartedEventAttributes?.workflowExecution?.workflowId)
        .filter((id) => typeof id === 'string');
      expect(children.length).toBeGreaterThan(0);
      for (const id of [deck.workflowId, ...children]) {
        const handle = workflow.getHandle(id);
        if (id !== deck.workflowId) expect(await handle.result()).toMatchObject({ missed: [] });
        const found = await handle.fetchHistory();
        texts.push(historyToJSON(found));
        read(found);
      }
    }
    return texts.join('\n');
  }

  it('never contain the URL or key of a receiver, the mail server’s password, or a link', async () => {
    const downloads = all.attempts.flatMap(({ event }) => event.data.files ?? []);
    expect(downloads.length).toBeGreaterThan(2);
    const links = [
      ...all.attempts.map(({ event }) => event.data.reviewUrl!.split('#')[1]!),
      ...downloads.map(({ downloadUrl }) => downloadUrl!.split('/').at(-1)!),
    ];
    const secrets = [
      ...[all, parkedOnly].flatMap(({ url, secret }) => [url, new URL(url).pathname, secret, secret.slice(6)]),
      mail.password,
      encodeURIComponent(mail.password),
      linkKey(pipeline.settings),
      ...links.map((link) => link.split('.')[1]!),
    ];
    const hits = (text: string) => secrets.filter((secret) => text.includes(secret));
    const histories = await everything();
    expect(links.length).toBeGreaterThan(10);
    expect(hits(histories)).toEqual([]);
    expect(hits(logged)).toEqual([]);
    // Positive control: the scan covers the right texts, and finds secrets that are present.
    expect(histories).toContain('webhook everything');
    expect(histories).toContain('e-mail 1');
    expect(logged).toContain('is parked at stage task');
    for (const secret of secrets) expect(hits(`${histories}${secret}`)).toContain(secret);
  });
});

import { settingsSchema } from '../../src/config';
import { PRESENTATION } from '../../src/core/messages';
import { nameKeyword } from '../../src/core/reviewer-name';
import {
  PresentationAttention,
  PresentationReviewDue,
  PresentationReviewers,
  PresentationStage,
  PresentationUid,
  PresentationWaitingSince,
} from '../../src/core/search-attributes';
import { type Inbox, listInbox } from '../../src/decks/inbox';
import {
  connectTemporal,
  type DevServer,
  findTemporalExecutable,
  presentationSearchAttributes,
  startDevServer,
  type TemporalConnection,
} from '../../src/temporal';

const DECKS = 60;
const MINUTE = 60_000;
const now = Date.now();
let server: DevServer;
let temporal: TemporalConnection;
let whole: Inbox;

/** No worker runs, so the decks keep the attributes with which they start. */
async function waitingDeck(at: number): Promise<void> {
  const parked = at % 5 === 4;
  const due = { key: PresentationReviewDue, value: new Date(now + ((at * 37) % DECKS) * MINUTE - 20 * MINUTE) };
  const since = { key: PresentationWaitingSince, value: new Date(now - ((at * 23) % DECKS) * MINUTE) };
  await temporal.client.workflow.start(PRESENTATION, {
    taskQueue: 'nobody',
    workflowId: `presentation/u${at % 3}/${at}`,
    typedSearchAttributes: [
      { key: PresentationUid, value: `u${at % 3}` },
      { key: PresentationStage, value: parked ? 'content' : 'review' },
      ...(parked ? [{ key: PresentationAttention, value: 'QuotaExhausted' }] : []),
      since,
      // Also parked decks, which keep their review's deadline.
      ...(at % 2 === 0 ? [due] : []),
      ...(parked || at % 3 !== 0
        ? []
        : [{ key: PresentationReviewers, value: ["O'Brien \\ Co", 'Ann Lee', '李'].map(nameKeyword) }]),
    ],
  });
}

beforeAll(async () => {
  const { path: executable } = await findTemporalExecutable();
  server = await startDevServer({
    executable,
    headless: true,
    namespaces: ['default'],
    searchAttributes: presentationSearchAttributes,
  });
  temporal = await connectTemporal(settingsSchema.parse({ temporal: { mode: 'existing', address: server.address } }));
  for (let at = 0; at < DECKS; at += 1) await waitingDeck(at);
  do whole = await listInbox(temporal, { limit: DECKS });
  while (whole.total < DECKS);
});
afterAll(async () => {
  await temporal.close();
  await server.stop();
});

const ids = ({ items }: Inbox) => items.map(({ workflowId }) => workflowId);

it('lists reviews by deadline, then what has waited longest', () => {
  expect(new Set(ids(whole)).size).toBe(DECKS);
  const dated = whole.items.filter(({ due }) => due !== undefined);
  expect(dated).toHaveLength(24);
  expect(whole.items.slice(0, 24)).toEqual(dated);
  const times = dated.map(({ due }) => due!);
  expect(times).toEqual([...times].sort());
  const since = whole.items.slice(24).map((item) => item.since);
  expect(since).toEqual([...since].sort());
});

it.each([1, 5, 24, 30, 59, 60])('finds the %i most urgent decks of many without reading all', async (limit) => {
  const found = await listInbox(temporal, { limit }, 4);
  expect(found.total).toBe(DECKS);
  expect(ids(found)).toEqual(ids(whole).slice(0, limit));
});

it('filters by user in the same way', async () => {
  const found = await listInbox(temporal, { limit: 5, uid: 'u1' }, 4);
  expect(found.total).toBe(20);
  expect(ids(found)).toEqual(
    ids(whole)
      .filter((id) => id.startsWith('presentation/u1/'))
      .slice(0, 5),
  );
});

it('filters by reviewer, whatever the spelling of the name', async () => {
  const named = ids(whole).filter((id) => {
    const at = Number(id.split('/')[2]);
    return at % 5 !== 4 && at % 3 === 0;
  });
  for (const reviewer of ['ann lee', ' ANN  Lee ', "O'Brien \\ Co", '李']) {
    const found = await listInbox(temporal, { limit: 5, reviewer }, 4);
    expect({ reviewer, total: found.total, ids: ids(found) }).toEqual({ reviewer, total: 16, ids: named.slice(0, 5) });
  }
  for (const reviewer of ['bo', 'ann', 'Lee', "ann lee' OR WorkflowId != '", "\\' OR WorkflowId != '"]) {
    expect(await listInbox(temporal, { limit: 5, reviewer })).toEqual({ items: [], total: 0 });
  }
});

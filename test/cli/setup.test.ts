import { administratorCommands } from '../../src/cli/checks/administrator-commands';
import { settingsSchema } from '../../src/config';
import {
  connectTemporal,
  type DevServer,
  ensureSearchAttributes,
  findTemporalExecutable,
  metadataType,
  presentationSearchAttributes,
  startDevServer,
} from '../../src/temporal';
import { deck, folderWith } from './deck';
import { type GuardedCluster, startGuardedCluster } from './guarded-cluster';

let server: DevServer;
beforeAll(async () => {
  const { path: executable } = await findTemporalExecutable();
  server = await startDevServer({ executable, headless: true, namespaces: ['default'], searchAttributes: [] });
});
afterAll(() => server.stop());

const folderFor = (names: { namespace: string; serviceNamespace: string }, more: object = {}) =>
  folderWith({ temporal: { mode: 'existing', address: server.address, ...names }, ...more });

interface Step {
  what: string;
  name: string;
  state: string;
  message: string;
  remedy?: string;
}
async function setUp(cwd: string, ...args: string[]): Promise<{ code: number | null; stderr: string; steps: Step[] }> {
  const { code, stdout, stderr } = await deck(['setup', '--json', ...args], { cwd });
  if (stdout === '') throw new Error(`deck setup ended with ${code} and said only: ${stderr}`);
  return { code, stderr, steps: JSON.parse(stdout).steps };
}
const statesOf = (steps: Step[]) => [...new Set(steps.map(({ state }) => state))];

/** Changes the server as an administrator would. */
async function atServer(change: (operator: NonNullable<Operator>) => Promise<unknown>): Promise<void> {
  const settings = settingsSchema.parse({ temporal: { mode: 'existing', address: server.address } });
  const temporal = await connectTemporal(settings, { env: {} });
  await change(temporal.connection.operatorService).finally(() => temporal.close());
}
type Operator = Awaited<ReturnType<typeof connectTemporal>>['connection']['operatorService'];
const INT = 3;
const KEYWORD = 2;

test('--check reports missing resources and creates nothing; setup creates them once', async () => {
  const cwd = folderFor({ namespace: 'decks-1', serviceNamespace: 'jobs-1' });
  const before = await setUp(cwd, '--check');
  expect(before.code).toBe(1);
  expect(before.steps.map(({ name }) => name)).toEqual([
    'decks-1',
    'PresentationStage',
    'PresentationUid',
    'PresentationSource',
    'PresentationAttention',
    'PresentationReviewDue',
    'PresentationWaitingSince',
    'PresentationReviewers',
    'PresentationTaskId',
    'PresentationDesignId',
    'jobs-1',
    'housekeeping/service-jobs',
  ]);
  expect(statesOf(before.steps)).toEqual(['missing']);
  expect(before.stderr).toMatch(/^Missing: decks-1, .*\. To create them:\n {2}deck setup$/m);
  expect(statesOf((await setUp(cwd, '--check')).steps)).toEqual(['missing']);

  const made = await setUp(cwd);
  expect(made).toMatchObject({ code: 0, stderr: '' });
  expect(statesOf(made.steps)).toEqual(['made']);
  expect(made.steps[0]!.message).toBe('created; completed decks are kept for 7 days');

  const again = await setUp(cwd);
  expect(again.code).toBe(0);
  expect(statesOf(again.steps)).toEqual(['there']);
  expect((await setUp(cwd, '--check')).code).toBe(0);
});

test('concurrent runs create nothing twice, and neither fails', async () => {
  const cwd = folderFor({ namespace: 'decks-2', serviceNamespace: 'jobs-2' });
  const runs = await Promise.all([setUp(cwd), setUp(cwd)]);
  expect(runs.map(({ code, stderr }) => ({ code, stderr }))).toEqual([
    { code: 0, stderr: '' },
    { code: 0, stderr: '' },
  ]);
  expect(statesOf((await setUp(cwd, '--check')).steps)).toEqual(['there']);
});

test('with an external generation service, nothing is prepared for its jobs', async () => {
  const service = { baseUrl: 'https://service.example' };
  // Without the quick polling of these tests, which is not allowed for external services.
  const cwd = folderFor({ namespace: 'decks-3', serviceNamespace: 'jobs-3' }, { service, workflow: {} });
  const { steps } = await setUp(cwd);
  expect(steps.map(({ what }) => what)).not.toContain('schedule');
  expect(steps.map(({ name }) => name)).not.toContain('jobs-3');
});

test('a changed housekeeping interval is applied', async () => {
  const names = { namespace: 'decks-4', serviceNamespace: 'jobs-4' };
  await setUp(folderFor(names));
  const { steps } = await setUp(folderFor(names, { server: { port: 0, housekeeping: '2h' } }));
  expect(steps.at(-1)).toMatchObject({ what: 'schedule', state: 'made', message: 'set to every 2h' });
});

test('an attribute with another type is reported, and nothing is added', async () => {
  await atServer((operator) =>
    operator.addSearchAttributes({ namespace: 'default', searchAttributes: { PresentationUid: INT } }),
  );
  const { code, steps } = await setUp(folderFor({ namespace: 'default', serviceNamespace: 'default' }));
  expect(code).toBe(1);
  expect(steps.find(({ name }) => name === 'PresentationUid')).toEqual({
    what: 'search attribute',
    name: 'PresentationUid',
    state: 'missing',
    message: 'exists with type Int; decks need Keyword',
    remedy: 'remove it from the namespace, or use another namespace',
  });
  expect(steps.find(({ name }) => name === 'PresentationStage')).toMatchObject({ state: 'missing' });
});

test('a server at its attribute limit is reported, with a remedy', async () => {
  const names = { namespace: 'decks-6', serviceNamespace: 'decks-6' };
  await setUp(folderFor(names));
  const namespace = 'decks-6';
  const searchAttributes = Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`Taken${at}`, KEYWORD]));
  await atServer(async (operator) => {
    await operator.removeSearchAttributes({ namespace, searchAttributes: ['PresentationStage', 'PresentationUid'] });
    await operator.addSearchAttributes({ namespace, searchAttributes });
  });
  const { code, steps } = await setUp(folderFor(names));
  expect(code).toBe(1);
  const stage = steps.find(({ name }) => name === 'PresentationStage')!;
  expect(stage).toMatchObject({ state: 'missing', message: 'cannot be added' });
  expect(stage.remedy).toContain('Remove unused ones');
});

describe('a cluster without administration rights', () => {
  let guarded: GuardedCluster;
  beforeAll(async () => {
    guarded = await startGuardedCluster(server.address);
  });
  afterAll(() => guarded.close());

  const folderAt = (address: string, names: object) =>
    folderWith({ temporal: { mode: 'existing', address, ...names } });

  test('missing resources are reported with the commands for an administrator', async () => {
    const cwd = folderAt(guarded.address, { namespace: 'decks-7', serviceNamespace: 'jobs-7' });
    const { code, steps } = await setUp(cwd);
    expect(code).toBe(1);
    expect(statesOf(steps)).toEqual(['missing']);
    expect(steps[0]).toMatchObject({
      message: 'cannot be created with these credentials',
      remedy: 'ask an administrator to run: temporal operator namespace create --namespace decks-7 --retention 7d',
    });
  });

  test('one remedy covers all attributes that cannot be added', async () => {
    const cwd = folderAt(guarded.address, { namespace: 'bare', serviceNamespace: 'bare' });
    await deck(['setup'], { cwd: folderFor({ namespace: 'other', serviceNamespace: 'bare' }) });
    const { code, steps } = await setUp(cwd);
    expect(code).toBe(1);
    const remedies = steps.map(({ remedy }) => remedy).filter((remedy) => remedy !== undefined);
    expect(remedies).toEqual([
      'ask an administrator to run: temporal operator search-attribute create --namespace bare ' +
        presentationSearchAttributes.map(({ name, type }) => `--name ${name} --type ${metadataType(type)}`).join(' '),
    ]);
  });

  test('after an administrator has created everything, setup and worker succeed', async () => {
    const names = { namespace: 'decks-8', serviceNamespace: 'jobs-8' };
    expect((await setUp(folderFor(names))).code).toBe(0);
    const { code, steps } = await setUp(folderAt(guarded.address, names), '--check');
    expect(code).toBe(0);
    expect(statesOf(steps)).toEqual(['there']);
    const settings = settingsSchema.parse({ temporal: { mode: 'existing', address: guarded.address } });
    const temporal = await connectTemporal(settings, { env: {} });
    const added = await ensureSearchAttributes(temporal.connection, 'decks-8').finally(() => temporal.close());
    expect(added).toEqual([]);
  });
});

test('on Temporal Cloud, the commands are those of its own tools', () => {
  expect(administratorCommands('decks.acct1', 'decks.acct1.tmprl.cloud:7233', 30 * 86_400_000)).toEqual({
    namespace:
      'ask an administrator to run: tcld namespace create --namespace decks --region REGION --retention-days 30; ' +
      'or create it at https://cloud.temporal.io/namespaces/create',
    attributes: expect.stringMatching(
      /tcld namespace search-attributes add --namespace decks\.acct1 --sa "PresentationStage=Keyword" .*; or add them at https:\/\/cloud\.temporal\.io\/namespaces\/decks\.acct1\/edit/,
    ),
  });
});

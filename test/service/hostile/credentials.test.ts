import { type EndpointName, endpointNames, endpointOf } from '../../../src/contract/index';
import { codeOf, defaultServiceProfile } from '../../../src/contract/profile';
import { cells, figure } from '../../deep';
import { startTestService, type TestService } from '../running-service';
import { DEMO, type Fields, Member, requestOf, SECOND, signedLines, withSecondAccount } from './member';
import { type Loot, type Mutation, signatureMutations, tokenMutations } from './mutations';
import { completed, furnish, type Possessions, takers } from './possessions';
import { recordsOf } from './records';
import { closeConnections, envelopeOf, isStream, send } from './send';

const TOKEN_LIFETIME_MS = 3 * 86_400_000;
const withToken = endpointNames.filter((name) => endpointOf(name).auth === 'token');
const withSignature = endpointNames.filter((name) => endpointOf(name).auth === 'signature');
const total = withToken.length * tokenMutations.length + withSignature.length * signatureMutations.length;
describe(`${total} changed credentials, none of them accepted`, () => {
  let service: TestService;
  let loot: Loot;
  let own: Possessions;
  let topic: number;
  let before: unknown;
  let clock = () => Date.now();
  let accepted = 0;
  let tried = 0;

  beforeAll(async () => {
    const { server, env } = withSecondAccount();
    // With templates of the account's own, so that every endpoint has something to give away.
    service = await startTestService({ server: { ...server, enterpriseSuits: true }, env, now: () => clock() });
    const open = (uid: string, channel?: string, account = DEMO) => Member.open(service.port, account, uid, channel);
    const member = await open('victim', 'shop');
    const code = (await member.data('grantCode', { uid: 'victim', channel: 'shop' })).code;
    clock = () => Date.now() - TOKEN_LIFETIME_MS - 1000;
    const expiredToken = await grantedInThePast();
    clock = () => Date.now();
    loot = {
      member,
      code,
      expiredToken,
      withoutChannel: await open('victim'),
      otherAccount: await open('victim', 'shop', SECOND),
      otherUser: await open('somebody'),
    };
    own = await furnish(member);
    topic = (await member.data('listPresetTopics')).list[0].id;
    before = await recordsOf(service.dataDirectory);
  });
  afterAll(async () => {
    closeConnections();
    await service.close();
  });

  async function grantedInThePast(): Promise<string> {
    const at = Math.floor(clock() / 1000);
    const fields = { uid: 'victim', channel: 'shop' };
    const request = requestOf('grantToken', fields, signedLines(DEMO, 'grantToken', at));
    return envelopeOf(await send(service.port, request)).data.token;
  }

  const objectNamed = (what: string) => own.objects.find((one) => one.what === what)!.value;

  /** A request that would succeed with the right credentials: a caller that gets through has done harm. */
  function fieldsOf(endpoint: EndpointName): Fields {
    const fields: Partial<Record<EndpointName, Fields>> = {
      grantToken: { uid: 'victim', channel: 'shop' },
      grantCode: { uid: 'victim', channel: 'shop' },
      countUserOutlines: { uid: 'victim', channel: 'shop' },
      createTask: { title: 'A task of another user', type: 1 },
      readPresetTopic: { id: topic },
      streamWordContent: { task_id: objectNamed('imported task') },
    };
    const known = fields[endpoint];
    if (known) return known;
    const taker = takers.find((one) => one.endpoint === endpoint);
    if (!taker) return {};
    const inTrash = endpoint === 'revertDesign' || endpoint === 'clearDesign';
    const kind = inTrash ? 'deleted design' : taker.kinds[0]!;
    const all = own.objects.filter((one) => one.kind === kind).map(({ value }) => value);
    // What ends a design gets another one than the calls that need it.
    const ends = endpoint === 'deleteDesign' || endpoint === 'clearDesign';
    const value = kind === 'task' ? own.writtenTask : (ends ? all.at(-1) : all[0])!;
    return completed(taker, value, own.writtenTask);
  }

  async function expectRefused({ expected, lines }: Mutation, endpoints: readonly EndpointName[]) {
    const answers: string[] = [];
    for (const endpoint of endpoints) {
      tried++;
      const answer = await send(service.port, requestOf(endpoint, fieldsOf(endpoint), lines(loot, endpoint)));
      const { code, data, msg } = envelopeOf(answer);
      if (code === 0) accepted++;
      const right = answer.status === 200 && !isStream(answer) && code === codeOf(defaultServiceProfile, expected);
      if (!right || JSON.stringify(data) !== '[]' || msg === '')
        answers.push(`${endpoint}: ${answer.status} ${code} ${msg}`);
    }
    expect(answers).toEqual([]);
  }

  it.each(tokenMutations.map((mutation) => [mutation.what, mutation.expected, mutation] as const))(
    `header set A with %s: all ${withToken.length} endpoints refuse it as %s`,
    (_what, _kind, mutation) => expectRefused(mutation, withToken),
  );

  it.each(signatureMutations.map((mutation) => [mutation.what, mutation.expected, mutation] as const))(
    `header set S with %s: all ${withSignature.length} endpoints refuse it as %s`,
    (_what, _kind, mutation) => expectRefused(mutation, withSignature),
  );

  it(`were ${total} of them, 0 accepted, and they have left no trace in any table or folder`, async () => {
    figure(`credential mutations: ${total}, accepted ${accepted}`);
    expect({ accepted, enough: total >= cells(400, 5_000) }).toEqual({ accepted: 0, enough: true });
    expect(tried).toBe(total);
    expect(await recordsOf(service.dataDirectory)).toEqual(before);
  });

  it.each(['grantToken', 'grantCode', 'countUserOutlines'] as const)(
    '%s with good credentials and no uid is refused for the uid alone',
    async (endpoint) => {
      const answer = await loot.member.call(endpoint, { channel: 'shop' });
      expect(answer).toMatchObject({ code: codeOf(defaultServiceProfile, 'invalid-request') });
      expect(answer.msg).toMatch(/^uid is missing/);
    },
  );

  it.each(endpointNames)('%s with the right credentials is answered', async (endpoint) => {
    const { code, msg } = await loot.member.call(endpoint, fieldsOf(endpoint));
    expect({ code, msg }).toMatchObject({ code: 0 });
  });
});

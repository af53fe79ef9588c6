import { codeOf, defaultServiceProfile } from '../../../src/contract/profile';
import { figure } from '../../deep';
import { startTestService, type TestService } from '../running-service';
import { DEMO, Member, SECOND, withSecondAccount } from './member';
import { completed, furnish, type Kind, type Possessions, takers, unknownReferences } from './possessions';
import { recordsOf } from './records';
import { closeConnections, type Envelope, send } from './send';

const notFound = codeOf(defaultServiceProfile, 'not-found');
const exportMissing = codeOf(defaultServiceProfile, 'export-missing');
/** References without an owner, in the form of each kind. */
const NOBODYS: Record<Kind, string | number> = {
  task: 987_654_321,
  design: 987_654_321,
  'deleted design': 987_654_321,
  'layout task': 987_654_321,
  ticket: 'n'.repeat(43),
  'export key': 'n'.repeat(43),
};

interface Person {
  name: string;
  member: Member;
  own: Possessions;
}

describe('objects of another user, requested by everyone at every endpoint that accepts them', () => {
  let service: TestService;
  const people: Person[] = [];
  let pairs = 0;
  const allowed: string[] = [];

  beforeAll(async () => {
    service = await startTestService(withSecondAccount());
    const opened: [string, Member][] = [
      ['A', await Member.open(service.port, DEMO, 'a')],
      ['B, same key', await Member.open(service.port, DEMO, 'b')],
      ['C, other channel', await Member.open(service.port, DEMO, 'c', 'shop')],
      // The same uid as A: only the account keeps them apart.
      ['D, other account', await Member.open(service.port, SECOND, 'a')],
      // The same uid as A: only the channel keeps them apart.
      ['E, same uid, other channel', await Member.open(service.port, DEMO, 'a', 'shop')],
    ];
    for (const [name, member] of opened) people.push({ name, member, own: await furnish(member) });
  });
  afterAll(async () => {
    closeConnections();
    await service.close();
  });

  const ordered = () =>
    people.flatMap((owner) => people.filter((other) => other !== owner).map((other) => ({ owner, other })));

  /** The answer without the requested ID: all that may tell one refusal from another. */
  const told = ({ code, data, msg }: Envelope, value: string | number) =>
    JSON.stringify({ code, data, msg: msg.replaceAll(String(value), '<it>') });

  it('knows every field of the contract that can name something of a user', () => {
    expect(unknownReferences).toEqual([]);
    expect(new Set(takers.flatMap(({ kinds }) => kinds)).size).toBe(Object.keys(NOBODYS).length);
  });

  it('is answered like what does not exist, word for word, and nothing has changed', async () => {
    const before = await recordsOf(service.dataDirectory);
    const toldOtherwise: string[] = [];
    for (const { owner, other } of ordered()) {
      for (const taker of takers) {
        for (const { kind, what, value } of owner.own.objects.filter((one) => taker.kinds.includes(one.kind))) {
          pairs++;
          const label = `${other.name} → ${taker.endpoint} with ${what} of ${owner.name}`;
          const ask = (id: string | number) =>
            other.member.call(taker.endpoint, completed(taker, id, other.own.writtenTask));
          const [answer, control] = [await ask(value), await ask(NOBODYS[kind])];
          if (answer.code === 0) allowed.push(label);
          if (answer.code !== (kind === 'export key' ? exportMissing : notFound)) {
            toldOtherwise.push(`${label}: ${answer.code} ${answer.msg}`);
          } else if (told(answer, value) !== told(control, NOBODYS[kind])) {
            toldOtherwise.push(`${label}: ${answer.msg}, but without an owner: ${control.msg}`);
          }
        }
      }
    }
    expect({ allowed, toldOtherwise }).toEqual({ allowed: [], toldOtherwise: [] });
    expect(await recordsOf(service.dataDirectory)).toEqual(before);
  });

  it('is not to be had by a link that was changed: no query, the query of an own link, a later end', async () => {
    for (const { owner, other } of ordered()) {
      for (const [at, link] of owner.own.links.entries()) {
        const { pathname, search } = new URL(link);
        const own = new URL(other.own.links[at]!);
        const later = search.replace(/expires=(\d+)/, (_, end) => `expires=${Number(end) + 60}`);
        const targets = [
          pathname,
          `${pathname}${own.search}`,
          `${pathname}${later}`,
          `${own.pathname}/../${pathname.split('/').slice(2).join('/')}${own.search}`,
          `${pathname.replace(/[^/]+$/, 'other.pptx')}${search}`,
        ];
        for (const target of targets) {
          pairs++;
          const answer = await send(service.port, { method: 'GET', target, headers: other.member.headers });
          const { code, data } = JSON.parse(answer.bytes.toString());
          if (answer.status < 400 || code === 0 || data.length > 0) allowed.push(`${other.name} → ${target}`);
        }
      }
    }
    expect(allowed).toEqual([]);
  });

  it('is in no list of another user', async () => {
    for (const { owner, other } of ordered()) {
      const theirs = new Set(owner.own.objects.filter(({ kind }) => kind.includes('design')).map(({ value }) => value));
      for (const endpoint of ['listDesigns', 'listDeletedDesigns'] as const) {
        const { list } = await other.member.data(endpoint, { page_size: 100 });
        expect(list).toHaveLength(2);
        expect(list.filter(({ id }: { id: number }) => theirs.has(id))).toEqual([]);
      }
    }
  });

  it('was tried in 1,500 pairs or more', () => {
    figure(`cross-user pairs: ${pairs}, allowed ${allowed.length}`);
    expect(pairs).toBeGreaterThanOrEqual(1_500);
  });

  it('is counted for its own user: the same uid in two channels has two counts', async () => {
    const [{ member }] = people as [Person];
    const counted = async (channel: string) => {
      const answer = await member.data('countUserOutlines', { uid: 'a', channel });
      return (JSON.parse(answer) as { count: number }[])[0]!.count;
    };
    const before = { '': await counted(''), shop: await counted('shop') };
    expect(before.shop).toBeGreaterThan(0);
    const id = (await member.data('createTask', { title: 'One more', type: 1 })).id;
    await member.data('streamOutline', { task_id: id });
    expect({ '': await counted(''), shop: await counted('shop') }).toEqual({ ...before, '': before[''] + 1 });
  });

  it('is its own for its owner: each of these endpoints answers with success for one of the own objects', async () => {
    const [{ member, own }] = people as [Person];
    const refused: string[] = [];
    for (const taker of takers) {
      const answers: string[] = [];
      for (const { kind, value } of own.objects) {
        if (!taker.kinds.includes(kind) || answers.includes('0')) continue;
        const { code } = await member.call(taker.endpoint, completed(taker, value, own.writtenTask));
        answers.push(String(code));
      }
      if (!answers.includes('0')) refused.push(`${taker.endpoint}: ${answers}`);
    }
    expect(refused).toEqual([]);
    const answer = await send(service.port, {
      method: 'GET',
      target: new URL(own.links[0]!).pathname + new URL(own.links[0]!).search,
    });
    expect([answer.status, answer.bytes.subarray(0, 2).toString()]).toEqual([200, 'PK']);
  });
});

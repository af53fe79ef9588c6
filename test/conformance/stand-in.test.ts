import { liveSubject } from '../../src/client/conformance';
import { ACCOUNT } from '../vendor/service';
import { type StandIn, startStandIn } from '../vendor/stand-in';
import { failed, judged } from './judged';

/** Endpoints that it does not have, and rules that no deck needs. */
const failing = [
  'the code grant',
  'the grants and the user count',
  'the user count takes',
  'the user count answers',
  'endpoints are refused',
  'another channel',
  'a child option',
  'templates are searched',
  'the design list and the trash',
  'preset topics',
  'a ticket, an export',
];

/** A service of another vendor, without the endpoints that no deck needs: it answers those with code 0 and no data. */
describe('the stand-in of another vendor', () => {
  let standIn: StandIn;
  beforeAll(async () => {
    standIn = await startStandIn();
  });
  afterAll(() => standIn.close());

  it('fails the free checks of what it does not have, and passes the others', async () => {
    const { signal } = new AbortController();
    const user = { ...ACCOUNT, uid: 'verified', channel: '', callMs: 60_000, streamMs: 60_000, signal };
    const subject = liveSubject({ baseUrl: standIn.url, ...user });
    const all = await judged(subject, false);
    expect(all.filter(({ creates }) => creates).every(({ state }) => state === 'not run')).toBe(true);
    const begins = failing.map((begin) => expect.stringMatching(new RegExp(`^${begin}`)));
    expect(failed(all)).toEqual(begins);
    expect(JSON.stringify(subject.record)).not.toMatch(/sk-of-the-vendor|t\.verified\.1/);
  });
});

import { writeFileSync } from 'node:fs';
import { type Judged, liveSubject, reportOf, type Subject, suite } from '../../src/client/conformance';
import { startTestService, type TestService } from '../service/running-service';
import { judged, RECORD, replayed, VERIFIED } from './judged';

describe('the embedded service', () => {
  let service: TestService;
  let subject: Subject;
  let all: Judged[];
  beforeAll(async () => {
    service = await startTestService();
    const keys = { apiKey: 'demo-access-key', secretKey: 'demo-secret-key' };
    const user = { ...keys, uid: 'conformance', channel: '', callMs: 600_000, streamMs: 600_000, pollMs: 50 };
    const { signal } = new AbortController();
    subject = liveSubject({ baseUrl: service.url, ...user, signal });
    all = await judged(subject);
    if (process.env.DECK_WRITE_VERIFIED !== '1') return;
    const about = { service: 'the embedded service', verifiedAt: subject.record.recordedAt.slice(0, 10) };
    const { version } = require('../../package.json') as { version: string };
    writeFileSync(VERIFIED, `${JSON.stringify(reportOf({ ...about, version, checks: all }), null, 2)}\n`);
    writeFileSync(RECORD, `${JSON.stringify(subject.record, null, 1)}\n`);
  });
  afterAll(() => service.close());

  it.each(suite.map(({ title }) => title))('%s', (title) => {
    const { state, sentence } = all.find((each) => each.title === title)!;
    expect([state, sentence]).toEqual(['passed', undefined]);
  });

  it('is judged the same by its record, which has no secrets', async () => {
    expect(await replayed(subject.record)).toEqual(all);
    const text = JSON.stringify(subject.record);
    for (const secret of ['demo-access-key', 'demo-secret-key', 'signature=', 'expires='])
      expect(text).not.toContain(secret);
  });
});

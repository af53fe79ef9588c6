import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/base/io/package-root';
import { type Exchange, replayedSubject, suite, verify } from '../../src/client/conformance';
import { Redactor } from '../../src/client/conformance/record';
import { EventReader } from '../../src/client/event-stream';
import { parseJson, readData } from '../../src/client/read-data';
import { endpointNames, endpointOf } from '../../src/contract/index';
import { brokenRules } from './broken-rules';
import { failed, recorded, replayed, verified } from './judged';

const record = recorded();

describe('the record of the embedded service', () => {
  it('is judged as the service was; otherwise run DECK_WRITE_VERIFIED=1 npx jest test/conformance/embedded', async () => {
    expect(await replayed(record)).toEqual(verified().checks);
    expect(verified().checks.map(({ title }) => title)).toEqual(suite.map(({ title }) => title));
  });

  it("is read by the product's own client", () => {
    const answered = record.exchanges.filter(({ path }) => path.startsWith('/api/'));
    const endpointAt = ({ method, path }: Exchange) => {
      const bare = path.split('?', 1)[0]!.replace(/\/$/, '');
      return endpointOf(
        endpointNames.find((name) => endpointOf(name).path === bare && endpointOf(name).method === method)!,
      );
    };
    const seen = new Set<string>();
    for (const exchange of answered) {
      const { path, data, needs = [] } = endpointAt(exchange);
      if (exchange.type.startsWith('text/event-stream')) {
        expect([path, textOf(exchange.text)]).toEqual([path, expect.stringMatching(/^```/)]);
      } else {
        const envelope = parseJson(exchange.text) as { code: number; data: unknown };
        if (envelope.code !== 0) continue;
        expect(() => readData(data, needs, envelope.data)).not.toThrow();
      }
      seen.add(path);
    }
    expect(seen.size).toBe(endpointNames.length - 1);
  });
});

describe('a service that breaks a rule', () => {
  it.each(brokenRules)('fails only its check: $broken', async ({ where, change, fails }) => {
    let changes = 0;
    const exchanges = record.exchanges.map((each) => {
      if (!where(each)) return each;
      changes += 1;
      return change(each);
    });
    expect(changes).toBeGreaterThan(0);
    const titles = suite.map(({ title }) => title).filter((title) => fails.some((begin) => title.startsWith(begin)));
    expect(titles).toHaveLength(fails.length);
    const before = failed(verified().checks);
    const found = failed(await replayed({ ...record, exchanges })).filter((title) => !before.includes(title));
    expect(found).toEqual(titles.filter((title) => !before.includes(title)));
  });
});

describe('the suite', () => {
  it('judges by the specification: it imports neither the contract nor how the client reads', () => {
    const folder = join(packageRoot, 'src/client/conformance');
    const imports = readdirSync(folder).flatMap((name) =>
      [...readFileSync(join(folder, name), 'utf8').matchAll(/(?:from|import\()\s*'(\.\.[^']*)'/g)].map(
        ([, path]) => path,
      ),
    );
    expect(imports).not.toEqual([]);
    expect(imports.filter((path) => !/^\.\.\/(?:download|\.\.\/base\/.+)$/.test(path!))).toEqual([]);
  });

  it('has titles of its own', () => {
    const titles = suite.map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);
  });
});

describe('a record', () => {
  const keys = { apiKey: 'my-access-key', secretKey: 'my/secret+key' };

  it('has the same name for the same secret, wherever it is', () => {
    const redactor = new Redactor(keys);
    redactor.learn('/api/grant/token?uid=u', '{"code":0,"data":{"token":"t/1+2"}}');
    redactor.learn('/api/grant/code?uid=u', '{"code":0,"data":{"code":"c-345"}}');
    redactor.learn('/api/template_component/suit/select', '{"data":{"colour":[{"code":"#00FF00"}]}}');
    const cleaned = redactor.clean('t/1+2 t%2F1%2B2 "t\\/1+2" c-345 #00FF00 my-access-key my%2Fsecret%2Bkey');
    expect(cleaned).toMatch(/^(<secret \d+>) \1 "\1" <secret \d+> #00FF00 <api key> <secret key>$/);
  });

  it.each([
    ['{"a":"https://h/f.pptx?sign=x&t=1"}', '{"a":"https://h/f.pptx?redacted"}'],
    ['["https:\\/\\/h\\/f?sign=x","b"]', '["https:\\/\\/h\\/f?redacted","b"]'],
    ['"{\\"a\\":\\"//h/f?sign=x\\"}"', '"{\\"a\\":\\"//h/f?redacted\\"}"'],
    ['https://h/f\\u003fsign=x', 'https://h/f?redacted'],
    [`https://h/${'k'.repeat(64)}/f.pptx`, 'https://h/redacted/f.pptx'],
    ['/api/design/list?page=1', '/api/design/list?page=1'],
    ['What? // Nothing.', 'What? // Nothing.'],
  ])('has links without their signatures: %s', (text, cleaned) => {
    expect(new Redactor(keys).clean(text)).toBe(cleaned);
  });
});

describe('a run', () => {
  const first = async (exchanges: Exchange[]) => {
    const { options } = replayedSubject({ ...record, exchanges });
    return verify({ ...options, checks: suite, creates: true, signal: new AbortController().signal }).next();
  };
  const [grant] = record.exchanges as [Exchange];

  it.each([
    ['no answer', { ...grant, status: 0, text: 'ECONNREFUSED' }, { reason: 'unreachable', message: 'ECONNREFUSED' }],
    ['HTML', { ...grant, status: 502, text: '<h1>nginx</h1>' }, { reason: 'other' }],
    ['a refusal', { ...grant, text: '{"code":43101,"data":[],"msg":"bad key"}' }, { reason: 'refused' }],
  ])('ends at once if the first grant gets %s', async (_, exchange, error) => {
    await expect(first([exchange])).rejects.toMatchObject(error);
  });

  it('does not run checks that are not in the record, or whose needs were not met', async () => {
    const all = await replayed({ ...record, exchanges: [grant] });
    expect(new Set(all.map(({ state }) => state))).toEqual(new Set(['passed', 'not run']));
    const outlineless = record.exchanges.map((each) =>
      each.path.startsWith('/api/ai/chat/outline') && each.check.startsWith('the outline is')
        ? { ...each, status: 0, text: 'ECONNRESET' }
        : each,
    );
    const states = (await replayed({ ...record, exchanges: outlineless })).filter(({ creates }) => creates);
    expect(states.filter(({ state }) => state === 'failed').map(({ title }) => title)).toEqual([
      expect.stringMatching(/^the outline is an event stream/),
    ]);
    expect(states.find(({ title }) => title.startsWith('design save'))).toMatchObject({
      state: 'not run',
      sentence: expect.stringContaining('ECONNRESET'),
    });
  });
});

function textOf(stream: string): string {
  const reader = new EventReader({ eventBytes: 100_000, streamBytes: 1_000_000 });
  return reader.push(Buffer.from(stream)).join('');
}

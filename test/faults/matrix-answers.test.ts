import { PassThrough } from 'node:stream';
import { defaultServiceProfile } from '../../src/contract/profile';
import { clientFor, endAll, failureOf, granting, httpServer } from '../client/misbehaving';
import { spread } from '../setup/spread';
import { type FaultyPipeline, inTurns, startFaultyPipeline } from './faulty-pipeline';

/**
 * Rows 5 to 8 of the fault matrix: what the service answers, through client, activity and workflow to the deck's end. The
 * tables of rows 5 and 6 are whole in a deep run; else each form, status, code, endpoint and moment is met in them.
 */

let pipeline: FaultyPipeline;
beforeAll(async () => {
  pipeline = await startFaultyPipeline({
    settings: {
      service: {
        retryAfterCeiling: '1s',
        // Longer than a machine that works on twelve decks stands still, so that a cell has its own fault and no other.
        timeouts: { headers: '15s', bodyIdle: '15s', total: '20s' },
      },
      workflow: { retries: { queueFullDelay: '50ms' } },
    },
  });
});
afterEach(() => pipeline.administer('DELETE', '/faults'));
afterAll(() => pipeline.close());
afterEach(endAll);

// Whole tables in a deep run.
const status = (number: number, more: object = {}) => ({ type: 'status', status: number, ...more });
const code = (number: number, more: object = {}) => ({ type: 'code', code: number, msg: 'its own words', ...more });
/** A code that the profile does not list. */
const UNLISTED = 77_777;
const creates = ['createTask', 'startContent', 'saveDesign', 'startExport', 'addProLayout'] as const;
const reads = ['searchSuits', 'checkContent', 'readOutlineTree', 'readExportResult'] as const;

describe('row 5: statuses and codes', () => {
  const wishes: [string, Record<string, string>][] = [
    ['seconds', { 'retry-after': '1' }],
    ['a date', { 'retry-after': 'Wed, 01 Jan 2025 00:00:01 GMT', date: 'Wed, 01 Jan 2025 00:00:00 GMT' }],
    ['nothing', {}],
    ['absurd seconds', { 'retry-after': '99999999999' }],
    ['an absurd date', { 'retry-after': 'Wed, 01 Jan 2099 00:00:00 GMT' }],
    ['rubbish', { 'retry-after': 'soon' }],
  ];
  const limited = spread(
    wishes.flatMap(([wish, headers]) => [...creates, ...reads].map((endpoint) => ({ wish, headers, endpoint }))),
    ['wish', 'endpoint'],
  );

  it(`429 in ${limited.length} cells, Retry-After in six forms: every deck is delivered, without a problem`, async () => {
    await inTurns(limited, async ({ headers, endpoint }) => {
      const deck = await pipeline.deck({ proLayout: endpoint === 'addProLayout' }, [
        { endpoint, times: 1, effect: status(429, { headers }) },
      ]);
      const result = await pipeline.arrived(deck);
      expect(result).toMatchObject({ problems: [], possibleDuplicates: [] });
      expect((await pipeline.journal(deck.uid)).filter(({ fault }) => fault !== null)).toMatchObject([
        { endpoint, status: 429 },
      ]);
    });
  });

  const calls = [
    ...creates.flatMap((endpoint) => (['before', 'after'] as const).map((when) => ({ endpoint, when }))),
    ...reads.map((endpoint) => ({ endpoint, when: 'before' as const })),
  ];
  const broken = spread(
    [500, 502, 503, 504].flatMap((number) => calls.map((call) => ({ number, call, ...call }))),
    ['number', 'call'],
  );

  it(`5xx in ${broken.length} cells: reads are repeated; creates are looked up, or the result says what may be there twice`, async () => {
    const said = await inTurns(broken, async ({ number, endpoint, when }) => {
      const deck = await pipeline.deck({ proLayout: endpoint === 'addProLayout' }, [
        { endpoint, times: 1, effect: status(number, { when }) },
      ]);
      const { possibleDuplicates, problems } = await pipeline.arrived(deck);
      return { endpoint, when, problems, said: possibleDuplicates.length };
    });
    for (const cell of said) {
      const adopted = cell.endpoint === 'saveDesign' && cell.when === 'after';
      const create = (creates as readonly string[]).includes(cell.endpoint);
      expect(cell).toMatchObject({ problems: [], said: create && !adopted ? 1 : 0 });
    }
  });

  /** HTTP 200 with each code of the table: what becomes of a deck whose read, and whose create, is answered so always. */
  const parks: [number, string][] = [
    [43103, 'AuthenticationRefused'],
    [43101, 'AuthenticationRefused'],
    [43102, 'SignatureRefused'],
    [40007, 'QuotaExhausted'],
    [40008, 'FeatureOff'],
    [12100, 'GenerationFailed'],
    [12101, 'ContentFiltered'],
    [12102, 'NotFound'],
    [30001, 'TemplateRefused'],
    [10307, 'FeatureOff'],
    [20001, 'ExportMissing'],
    [40000, 'RequestRefused'],
    [40400, 'RequestRefused'],
    [UNLISTED, 'CodeUnlisted'],
  ];
  const mends = [20003, 42900, 50000];

  it('the codes of this test are those of the table, and one that is not', () => {
    const known = Object.values(defaultServiceProfile.failures).flatMap(({ codes }) => codes);
    expect([...parks.map(([number]) => number), ...mends].sort()).toEqual([...known, UNLISTED].sort());
  });

  const cells = spread(
    // A read that is refused with an unlisted code is looked at again (test/vendor).
    parks.flatMap(([number, type]) =>
      (number === UNLISTED ? (['startContent'] as const) : (['searchSuits', 'startContent'] as const)).map(
        (endpoint) => ({ number, type, endpoint }),
      ),
    ),
    ['number', 'endpoint'],
  );

  it(`HTTP 200 with a final code, in ${cells.length} cells: parked as its class at once, and retry brings the deck home`, async () => {
    await inTurns(cells, async ({ number, type, endpoint }) => {
      const isRead = endpoint === 'searchSuits';
      // Templates are searched again without the task; a refused token is replaced three times, one in doubt once; a
      // failed generation is tried three times.
      const calls =
        type === 'AuthenticationRefused'
          ? 4
          : type === 'GenerationFailed' && !isRead
            ? 3
            : number === UNLISTED || (isRead && type !== 'SignatureRefused')
              ? 2
              : 1;
      // Without a wish, no template is worth a stop.
      const deck = await pipeline.deck({ template: { rank: 1 } }, [{ endpoint, times: calls, effect: code(number) }]);
      const { attention } = await pipeline.parked(deck);
      expect(attention).toMatchObject({ type, message: expect.stringContaining('its own words') });
      const made = (await pipeline.journal(deck.uid)).filter((call) => call.endpoint === endpoint).length;
      expect({ number, endpoint, made }).toEqual({ number, endpoint, made: calls });
      await deck.handle.executeUpdate('resolve', { args: [{ action: 'retry' }] });
      expect((await pipeline.arrived(deck)).possibleDuplicates).toEqual([]);
    });
  });

  it('HTTP 200 with a temporary code: the deck is delivered without help', async () => {
    await inTurns(
      spread(
        mends.flatMap((number) =>
          (['searchSuits', 'startContent', 'startExport'] as const).map((endpoint) => ({ number, endpoint })),
        ),
        ['number', 'endpoint'],
      ),
      async ({ number, endpoint }) => {
        const deck = await pipeline.deck({}, [{ endpoint, times: number === 50000 ? 1 : 2, effect: code(number) }]);
        const { problems, possibleDuplicates } = await pipeline.arrived(deck);
        // Its own fault says nothing about a create, so that is spoken of.
        const unknown = number === 50000 && endpoint !== 'searchSuits';
        expect({ number, endpoint, problems }).toMatchObject({ problems: [] });
        expect(possibleDuplicates.length).toBe(unknown ? 1 : 0);
      },
    );
  });
});

describe('row 6: invalid answers', () => {
  const bodies: [string, object][] = [
    ['slow headers', { type: 'hang' }],
    ['a slow body', { type: 'dribble', bytes: 1, every: '3s' }],
    ['HTML', status(200, { body: '<!doctype html><title>Welcome</title>' })],
    ['another type', status(200, { body: 'ok', contentType: 'text/plain' })],
    ['truncated JSON', { type: 'truncate', bytes: 9 }],
    ['100,000 brackets', status(200, { body: '['.repeat(100_000), contentType: 'application/json' })],
  ];
  const cells = spread(
    bodies.flatMap(([what, effect]) =>
      (['searchSuits', 'checkContent', 'saveDesign'] as const).map((endpoint) => ({ what, effect, endpoint })),
    ),
    ['what', 'endpoint'],
  );

  it(`${cells.length} cells: a read is repeated, a create is looked up; every deck arrives`, async () => {
    await inTurns(cells, async ({ what, effect, endpoint }) => {
      const deck = await pipeline.deck({}, [{ endpoint, times: 1, effect }]);
      const { attention } = await pipeline.until(
        deck.handle,
        (progress) => progress.attention !== undefined || progress.stage === 'delivered',
      );
      // A design that was not found is saved again by a person only.
      if (attention !== undefined) await deck.handle.executeUpdate('resolve', { args: [{ action: 'retry' }] });
      const { problems } = await pipeline.arrived(deck);
      const expected = endpoint === 'saveDesign' ? [[], ['AnswerUnreadable']] : [[]];
      expect({ what, endpoint, expected }).toEqual({
        what,
        endpoint,
        expected: expect.arrayContaining([problems.map(({ type }) => type)]),
      });
    });
  });

  it.each([
    ['that says it has 1 GB', { 'content-length': String(1024 ** 3) }],
    ['that has 1 GB and does not say so', {}],
    ['without an end', { 'x-endless': 'yes' }],
  ])('a body %s is given up at the limit, in bounded memory', async (_, headers) => {
    let sent = 0;
    const server = await httpServer(
      granting((_request, response) => {
        const most = 'x-endless' in headers ? Number.POSITIVE_INFINITY : 1024 ** 3;
        const source = new PassThrough();
        response.writeHead(200, { 'content-type': 'application/json', ...headers });
        source.pipe(response);
        const piece = Buffer.alloc(65_536, 0x20);
        const write = () => {
          while (sent < most && !response.destroyed) {
            sent += piece.length;
            if (!source.write(piece)) {
              source.once('drain', write);
              return;
            }
          }
        };
        write();
      }),
    );
    const client = clientFor(server.address, {
      limits: { responseBytes: 8_000_000, eventBytes: 1_000_000, streamBytes: 16_000_000 },
    });
    const before = process.memoryUsage().rss;
    const failure = await failureOf(client.call('readDesign', { user_design_id: 1 }, { uid: 'u' }));
    expect(failure.data.kind).toBe('too-large');
    // What has left the server by then: the limit, and what the sockets between hold.
    expect(sent).toBeLessThan(64_000_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(128_000_000);
  });
});

describe('row 7: tokens', () => {
  it('one that is refused before any call of a deck: replaced, and the deck is delivered', async () => {
    const calls = ['createTask', 'streamOutline', 'startContent', 'checkContent', 'readOutlineTree', 'searchSuits'];
    const rest = ['saveDesign', 'startExport', 'readExportResult', 'addProLayout', 'streamContent'];
    await inTurns([...calls, ...rest], async (endpoint) => {
      const deck = await pipeline.deck(
        { proLayout: true, ...(endpoint === 'streamContent' ? { content: 'stream' as const } : {}) },
        [{ endpoint, times: 1, effect: { type: 'tokenInvalid' } }],
      );
      expect(await pipeline.arrived(deck)).toMatchObject({ problems: [], possibleDuplicates: [] });
      const journal = await pipeline.journal(deck.uid);
      expect(journal.filter((call) => call.endpoint === 'grantToken')).toHaveLength(2);
    });
  });

  it('one that is good for one call each: a grant before every further call, and the deck arrives', async () => {
    const deck = await pipeline.deck({}, [{ effect: { type: 'tokenInvalid', after: 1 } }]);
    expect(await pipeline.arrived(deck)).toMatchObject({ problems: [], possibleDuplicates: [] });
    const journal = await pipeline.journal(deck.uid);
    const served = journal.filter((call) => call.endpoint !== 'grantToken' && call.fault === null && call.code === 0);
    expect(journal.filter((call) => call.endpoint === 'grantToken').length).toBeLessThanOrEqual(served.length + 2);
  });

  it.each(['streamOutline', 'streamContent'])(
    'one that ends in the middle of %s: generated again with a new one, counted as paid',
    async (endpoint) => {
      const effect = { type: 'errorEvent', events: 3, code: 43103, msg: 'token expired' };
      const deck = await pipeline.deck({ content: 'stream' }, [{ endpoint, times: 1, effect }]);
      const { paidCalls } = await pipeline.arrived(deck);
      expect(paidCalls).toMatchObject({ [endpoint]: 2 });
    },
  );

  it('of one user with 100 decks at once is granted once', async () => {
    const uid = 'user-of-hundred';
    // Ten are carried to their files; the others end after one call, which keeps this machine free for the question.
    const ending = { template: { color: 'no such color' } };
    const decks = await Promise.all(
      Array.from({ length: 100 }, (_, index) => {
        const input = { uid, request: `r${index}`, title: `Deck ${index}`, settings: { review: { mode: 'off' } } };
        return pipeline.start({ ...input, ...(index < 10 ? {} : ending) });
      }),
    );
    const ends = await Promise.all(
      decks.map((handle) =>
        handle.result().then(
          ({ outcome }) => outcome,
          (error) => error.cause.type,
        ),
      ),
    );
    expect(ends).toEqual([...Array(10).fill('delivered'), ...Array(90).fill('InvalidInput')]);
    expect((await pipeline.journal(uid)).filter(({ endpoint }) => endpoint === 'grantToken')).toHaveLength(1);
    expect(pipeline.records(decks[0]!)).toMatchObject({ tasks: 10, outlines: 10, designs: 10, exports: 10 });
  });
});

describe('row 8: clocks', () => {
  /** Seconds that a busy machine may take between a date and the moment it is looked at. */
  const STANDSTILL = 20;
  afterEach(() => pipeline.administer('POST', '/clock', { reset: true }));

  it.each(['1s', '-1s', '30s', '-30s', '4m', '-4m'])(
    'off by %s: within what the service allows, the deck arrives',
    async (offset) => {
      await pipeline.administer('POST', '/clock', { offset, signatures: true });
      await pipeline.arrived(await pipeline.deck({}));
    },
  );

  it.each([
    ['6m', 360, /(\d{3,}) s old/],
    ['-6m', 360, /(\d{3,}) s ahead/],
    ['1h', 3600, /(\d{3,}) s old/],
    ['-1h', 3600, /(\d{3,}) s ahead/],
  ])(
    'off by %s: parked at once, the sentence says how far; one call, no storm; fixed by retry',
    async (offset, seconds, words) => {
      await pipeline.administer('POST', '/clock', { offset, signatures: true });
      const before = (await pipeline.journal()).length;
      const deck = await pipeline.deck({});
      const { attention, paidCalls } = await pipeline.parked(deck);
      expect(attention).toMatchObject({ stage: 'grant', type: 'SignatureRefused' });
      expect(Math.abs(Number(words.exec(attention!.message)?.[1]) - seconds)).toBeLessThanOrEqual(STANDSTILL);
      expect(attention!.remedy).toContain('the clock');
      expect(paidCalls).toEqual({});
      await new Promise((resolve) => setTimeout(resolve, 1000));
      expect((await pipeline.journal()).slice(before)).toMatchObject([{ endpoint: 'grantToken', code: 43102 }]);
      await pipeline.administer('POST', '/clock', { reset: true });
      await deck.handle.executeUpdate('resolve', { args: [{ action: 'retry' }] });
      await pipeline.arrived(deck);
    },
  );

  it.each([30, 60, 299, 3600])(
    'refused by a service that is %i s ahead or behind: the sentence has the offset',
    async (seconds) => {
      for (const [sign, words] of [
        [1, 'behind'],
        [-1, 'ahead of'],
      ] as const) {
        const date = new Date(Date.now() + sign * seconds * 1000).toUTCString();
        const effect = code(43102, { headers: { date } });
        const deck = await pipeline.deck({}, [{ endpoint: 'grantToken', times: 1, effect }]);
        const { attention } = await pipeline.parked(deck);
        const told = new RegExp(`this host's clock is (\\d+) s ${words} the service's`).exec(attention!.message);
        expect(Math.abs(Number(told?.[1]) - seconds)).toBeLessThanOrEqual(STANDSTILL);
        await deck.handle.cancel();
      }
    },
  );
});

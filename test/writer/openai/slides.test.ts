import type { Outline, Page } from '../../../src/outline/outline';
import { parseOutline } from '../../../src/outline/outline-markdown';
import { createOpenAiWriter } from '../../../src/service/writer/openai/openai-writer';
import { collect } from '../decks';
import { type Answer, ModelServer } from './model-server';

const point = (title: string, ...text: string[]) => ({ kind: 'point' as const, title, text });
const outlineOf = (...pages: Page[]): Outline => ({
  title: 'Green roofs',
  language: 'en',
  chapters: [{ title: 'Why', pages }],
});
const HEAT: Page = { title: 'Roofs cool the city', blocks: [point('Shade'), point('Water')] };
const FREE: Page = { title: 'A roof pays off', blocks: [] };
const GIVEN: Page = {
  title: 'What we measured',
  blocks: [point('Result', 'The roof was 31 °C in 2024 and 24 °C in 2025. City Weather Office, report 7.')],
};

interface Slide {
  title: string;
  [field: string]: unknown;
}

const slide = (title: string, more: object = {}): Slide => ({
  title,
  kind: 'points',
  items: [],
  table: null,
  code: null,
  notes: [],
  source: null,
  ...more,
});
const heat = (more: object = {}) =>
  slide(HEAT.title, {
    items: [
      { heading: 'Shade', text: 'Plants keep the sun off.' },
      { heading: 'Water', text: 'Wet soil cools the air.' },
    ],
    ...more,
  });
const json = (...slides: Slide[]): { text: string } => ({ text: JSON.stringify({ slides }) });

const withWater = (text: string) =>
  json(
    heat({
      items: [
        { heading: 'Shade', text: 'Plants.' },
        { heading: 'Water', text },
      ],
    }),
  );

describe('slides by a language model', () => {
  const model = new ModelServer();
  beforeAll(() => model.start());
  afterAll(() => model.close());

  const write = async (outline: Outline, options = {}): Promise<string> => {
    const writer = createOpenAiWriter({ baseUrl: model.baseUrl, model: 'm', key: 'sk-secret', retryDelayMs: 1 });
    const { signal } = new AbortController();
    return (await collect(writer.content({ outline, options, signal }))).join('');
  };
  const pages = async (...asked: Page[]) => parseOutline(await write(outlineOf(...asked))).chapters[0]!.pages;
  const answered = async (answer: Answer, ...asked: Page[]) => {
    model.willAnswer(answer);
    return pages(...asked);
  };
  const lastRequest = () => model.asked.at(-1)!.messages.at(-1)!.content;

  it('are requested with a strict schema and fill the points of the outline', async () => {
    const [page] = await answered(json(heat({ notes: ['Ask who has been on a roof.'] })), HEAT);
    expect(page!.blocks).toEqual([
      point('Shade', 'Plants keep the sun off.'),
      point('Water', 'Wet soil cools the air.'),
    ]);
    expect(page!.notes).toEqual(['Ask who has been on a roof.']);
    expect(model.asked).toHaveLength(1);
    const { response_format: format } = model.asked[0]!;
    expect(format).toMatchObject({ type: 'json_schema', json_schema: { name: 'slides', strict: true } });
    const { slides } = format!.json_schema!.schema.properties;
    expect(slides!.items.required).toEqual(Object.keys(slides!.items.properties));
    expect(slides!.items.additionalProperties).toBe(false);
  });

  it('come one by one, each when it is complete', async () => {
    const { text } = json(heat(), slide(FREE.title, { items: [{ heading: 'Costs', text: 'They fall.' }] }));
    model.willAnswer({ text: text.slice(0, -20), after: 'silence' });
    const writer = createOpenAiWriter({ baseUrl: model.baseUrl, model: 'm', key: 'k' });
    const abort = new AbortController();
    let seen = '';
    const reading = (async () => {
      const outline = outlineOf(HEAT, FREE);
      for await (const fragment of writer.content({ outline, options: {}, signal: abort.signal })) {
        seen += fragment;
        if (seen.includes('Wet soil')) abort.abort(new Error('enough'));
      }
    })();
    await expect(reading).rejects.toThrow('enough');
    expect(seen).toContain('#### Water\n\nWet soil cools the air.\n');
    expect(seen).not.toContain('They fall');
  });

  describe('of a server that refuses', () => {
    const accepting = (...types: (string | undefined)[]) =>
      model.willAnswer(({ response_format: format }) =>
        types.includes(format?.type)
          ? json(heat())
          : { status: 400, error: { message: `'response_format.type' must not be '${format?.type}'` } },
      );

    it('a schema are requested as a JSON object, with the schema in the prompt', async () => {
      accepting('json_object');
      expect(await pages(HEAT)).toHaveLength(1);
      expect(model.asked.map(({ response_format: format }) => format?.type)).toEqual(['json_schema', 'json_object']);
      expect(lastRequest()).toContain('"additionalProperties":false');
    });

    it('any format are requested as text; the server is remembered', async () => {
      accepting(undefined);
      const chapters = ['One', 'Two'].map((title) => ({ title, pages: [HEAT] }));
      await write({ ...outlineOf(), chapters });
      expect(model.asked.map(({ response_format: format }) => format?.type)).toEqual([
        'json_schema',
        'json_object',
        undefined,
        undefined,
      ]);
      expect(lastRequest()).toContain('"additionalProperties":false');
    });

    it('the parameter without a readable reason are requested too', async () => {
      model.willAnswer(({ response_format: format }) =>
        format ? { status: 422, body: { detail: [{ loc: ['body', 'response_format'] }] } } : json(heat()),
      );
      expect(await pages(HEAT)).toHaveLength(1);
    });

    it('something else are not requested again', async () => {
      model.willAnswer({ status: 400, error: { message: 'no model sk-secret named m' } });
      const failure = write(outlineOf(HEAT));
      await expect(failure).rejects.toMatchObject({ kind: 'misconfigured' });
      await expect(failure).rejects.not.toThrow('sk-secret');
      expect(model.asked).toHaveLength(1);
    });
  });

  it.each([
    ['in a code fence with prose', `Sure!\n\`\`\`json\n${JSON.stringify({ slides: [heat()] }, null, 2)}\n\`\`\`\nBye.`],
    ['as a bare list', JSON.stringify([heat()])],
    ['as one slide', JSON.stringify(heat())],
    [
      'with fields left out',
      '{"slides":[{"title":"Roofs cool the city","items":["Plants keep the sun off.","Wet soil."]}]}',
    ],
    ['with another title', JSON.stringify({ slides: [heat({ title: 'Cool!' })] })],
    ['with a comma too many', `${JSON.stringify({ slides: [heat()] }).slice(0, -2)},]}`],
    ['after thoughts', `<think>\n{"slides":[]}\n# Shade\n</think>\n${JSON.stringify({ slides: [heat()] })}`],
    ['as Markdown', '#### Shade\nPlants keep the sun off.\n#### Water\nWet.'],
  ])('are read %s', async (_name, text) => {
    const [page] = await answered({ text }, HEAT);
    expect(page!.blocks[0]).toEqual(point('Shade', 'Plants keep the sun off.'));
    expect(page!.title).toBe(HEAT.title);
    expect(model.asked).toHaveLength(1);
  });

  it('that are cut off keep what is complete; only the rest is requested', async () => {
    const free = slide(FREE.title, { items: [{ heading: 'Costs', text: 'They fall.' }] });
    const { text } = json(heat(), free);
    model.willAnswer({ text: text.slice(0, -30), finish: 'length' }, json(free));
    const [first, second] = await pages(HEAT, FREE);
    expect(first!.blocks).toHaveLength(2);
    expect(second!.blocks).toEqual([point('Costs', 'They fall.')]);
    expect(lastRequest().slice(lastRequest().indexOf('Some points'))).not.toContain(HEAT.title);
    expect(lastRequest()).toContain('the JSON ends in the middle');
  });

  it.each([
    ['broken JSON', { text: '{"slides":[{"title":"Roofs" "kind":"points"}]}' }, 'slide 1 is not valid JSON'],
    ['a kind that does not exist', json(heat({ kind: 'poem' })), 'slide 1: kind: Invalid option'],
    ['a missing text', json(heat({ items: [{ heading: 'Shade', text: 'Plants.' }] })), 'no text for "Water"'],
    ['an endless sentence', withWater('so '.repeat(80)), 'a sentence of 80 words in "Water", at most 45'],
    ['a text that repeats its heading', withWater('Water.'), 'the text of "Water" only repeats its heading'],
    [
      'the words of the prompt',
      withWater('One or two sentences that say something of substance about it.'),
      'the text of "Water" repeats the instructions',
    ],
    ['another language', withWater('潮湿的土壤使空气变凉。'), 'the text of "Water" is not in the language of the deck'],
    ['nothing', { text: '' }, 'Some points have no usable text'],
  ])('with %s are repaired once, with the reason', async (_name, answer, reason) => {
    model.willAnswer(answer, json(heat()));
    const [page] = await pages(HEAT);
    expect(page!.blocks[1]).toEqual(point('Water', 'Wet soil cools the air.'));
    expect(model.asked).toHaveLength(2);
    expect(lastRequest()).toContain(reason);
  });

  it('with a text that can be used keep it, and only the other one is requested again', async () => {
    const items = [
      { heading: 'Shade', text: 'Plants.' },
      { heading: 'Water', text: '' },
    ];
    model.willAnswer(
      json(heat({ items })),
      json(heat({ items: [{ heading: 'Water', text: 'Wet soil cools the air.' }] })),
    );
    const [page] = await pages(HEAT);
    expect(page!.blocks).toEqual([point('Shade', 'Plants.'), point('Water', 'Wet soil cools the air.')]);
    const asked = lastRequest();
    expect(asked.slice(asked.indexOf('Some points have no usable text'))).not.toContain('#### Shade');
  });

  it.each([
    ['broken', { text: '{"slides":[{"title":' }, /leaves "Shade" without text \(the JSON ends in the middle\)/],
    ['too long for the server', { text: '{"slides":[{"title":', finish: 'length' }, /reaches its length limit/],
    ['empty', { text: '' }, /repeatedly leaves "Shade" without text/],
    ['without slides', { text: '{"slides":[]}' }, /repeatedly leaves "Shade" without text/],
  ])('that are always %s are refused', async (_name, answer, message) => {
    model.willAnswer(answer);
    await expect(write(outlineOf(HEAT))).rejects.toMatchObject({
      kind: 'invalid',
      message: expect.stringMatching(message),
    });
    expect(model.asked).toHaveLength(3);
  });

  it('leave long text to the speaker', async () => {
    const long = 'Plants keep the sun off the roof. '.repeat(8).trim();
    const items = [
      { heading: 'Shade', text: long },
      { heading: 'Water', text: 'Wet.' },
    ];
    const [page] = await answered(json(heat({ items, notes: ['Hello.'] })), HEAT);
    expect(page!.blocks[0]).toEqual(point('Shade', 'Plants keep the sun off the roof. '.repeat(6).trim()));
    expect(page!.notes).toEqual(['Hello.', long]);
  });

  it('state their order in steps', async () => {
    const [page] = await answered(json(heat({ kind: 'steps' })), HEAT);
    expect(page!.blocks.map((block) => block.kind === 'point' && block.number)).toEqual([1, 2]);
  });

  describe('with data', () => {
    const chart = (...values: string[]) => ({
      kind: 'chart',
      table: { header: ['Year', 'Temperature'], rows: values.map((value, at) => [String(2024 + at), value]) },
    });

    it('show a chart of values that were given, with a source that was given', async () => {
      const measured = slide(FREE.title, { ...chart('31 °C', '24 °C'), source: 'City Weather Office' });
      const [, page] = await answered(json(measured), GIVEN, FREE);
      expect(page!.blocks).toEqual([
        {
          kind: 'table',
          header: ['Year', 'Temperature'],
          rows: [
            ['2024', '31 °C'],
            ['2025', '24 °C'],
          ],
        },
        point(FREE.title, 'Source: City Weather Office'),
      ]);
    });

    it('take no numbers from the names of images', async () => {
      const image = { kind: 'picture' as const, hash: '37'.repeat(32), alt: 'A roof' };
      const shade = { heading: 'Shade', text: 'It saves 37 %.' };
      const more = { items: [shade, { heading: 'Water', text: `Up to ${'37'.repeat(32)} l.` }] };
      const [page] = await answered(json(heat(more)), { ...HEAT, blocks: [...HEAT.blocks, image] });
      expect(page!.blocks).toEqual([point('Shade', 'It saves [figure].'), point('Water', 'Up to [figure] l.'), image]);
      expect(model.asked[0]!.messages.at(-1)!.content).not.toContain('3737');
    });

    it.each([
      ['values that no one gave', chart('31 °C', '19 °C'), 'any others: 19'],
      ['small numbers that no one gave', chart('31 °C', '24 °C', '9'), 'any others: 2026; 9'],
      ['one value', chart('31 °C'), 'a chart needs at least 2 values that the material has'],
      [
        'an invented quotation',
        { kind: 'quotation', items: [{ heading: 'Ann', text: 'Roofs are the best place in town' }] },
        'Roofs are the best place',
      ],
      [
        'an invented figure',
        { kind: 'figures', items: [{ heading: '5 degrees cooler', text: 'Measured.' }] },
        'any others: 5',
      ],
    ])('are refused with %s', async (_name, wrong, reason) => {
      model.willAnswer(json(slide(FREE.title, wrong)), json(slide(FREE.title, chart('31 °C', '24 °C'))));
      const [, page] = await pages(GIVEN, FREE);
      expect(page!.blocks).toHaveLength(1);
      expect(lastRequest()).toContain(reason);
    });

    it('have prompts in place of values that the model invents again', async () => {
      const [, page] = await answered(json(slide(FREE.title, chart('31 °C', '19 °C'))), GIVEN, FREE);
      expect(page!.blocks[0]).toMatchObject({
        rows: [
          ['2024', '31 °C'],
          ['2025', '[figure] °C'],
        ],
      });
      expect(model.asked).toHaveLength(3);
    });

    it('name no source and say nothing in the notes that no one gave', async () => {
      const more = { source: 'Nature, 2019', notes: ['Roofs help. They save 40 % of the heat. Ask around.'] };
      const [page] = await answered(json(heat(more)), HEAT);
      expect(JSON.stringify(page)).not.toContain('Nature');
      expect(page!.notes).toEqual(['Roofs help. Ask around.']);
    });

    it('quote what was given, with its person', async () => {
      const said: Page = {
        title: 'What they said',
        blocks: [point('Ann Berg', 'Roofs are the best place in town, says Ann Berg.')],
      };
      const quote = { kind: 'quotation', items: [{ heading: 'Ann Berg', text: '“Roofs are the best place in town”' }] };
      const [, page] = await answered(json(slide(FREE.title, quote)), said, FREE);
      expect(page!.blocks).toEqual([point('Ann Berg', '“Roofs are the best place in town”')]);
    });
  });

  describe('with code', () => {
    it.each([
      ['plain', 'if (a) {\n  b();\n}'],
      ['with fences inside', 'before\n```\n~~~\n~~~~\nafter'],
      ['that looks like an outline', '# A title\n## A chapter\n### A page\n<!-- ending: No -->'],
      ['with Markdown and HTML', '<script>\n| a | b |\n|---|---|\n- *x* [y](javascript:z)'],
    ])('keep it as it is: %s', async (_name, code) => {
      const [page, last] = await answered(
        json(slide(FREE.title, { kind: 'code', code, items: [{ heading: 'Note', text: 'It runs.' }] }), heat()),
        FREE,
        HEAT,
      );
      expect(page!.blocks).toEqual([point('Note', 'It runs.'), { kind: 'code', text: code }]);
      expect(last!.blocks).toHaveLength(2);
    });

    it('lose the fence that the model put around it', async () => {
      const [page] = await answered(json(slide(FREE.title, { kind: 'code', code: '```js\na();\n```' })), FREE);
      expect(page!.blocks).toEqual([{ kind: 'code', text: 'a();' }]);
    });
  });

  it('cannot show an image', async () => {
    const text = `![x](picture:${'a'.repeat(64)} "y")`;
    const items = ['Shade', 'Water'].map((heading) => ({ heading, text }));
    const [page] = await answered(json(heat({ items })), HEAT);
    expect(page!.blocks.map(({ kind }) => kind)).toEqual(['point', 'point']);
  });

  it.each([
    '# A title\n## A chapter',
    '```\n~~~',
    '<!-- ending: gone -->',
    '--> <!-- speaker-notes: x',
    '| a | b |\n|---|---|',
    '- [x](javascript:alert(1))',
    '===',
    '\u0000\u202e\ud800',
  ])('cannot change the outline with Markdown in their strings: %j', async (hostile) => {
    const words = `${hostile} words`;
    const table = { header: [words, 'b'], rows: [[words, words]] };
    const free = slide(FREE.title, {
      kind: 'table',
      table,
      items: [{ heading: words, text: `${words} too` }],
      notes: [words],
    });
    const items = [
      { heading: 'Shade', text: words },
      { heading: 'Water', text: 'Wet.' },
    ];
    const [first, second, third] = await answered(json(free, heat({ items, notes: [words] })), FREE, HEAT, GIVEN);
    expect(first!.blocks.map(({ kind }) => kind)).toEqual(['point', 'table']);
    expect(second!.blocks.map((block) => block.kind === 'point' && block.title)).toEqual(['Shade', 'Water']);
    expect(third).toEqual(GIVEN);
  });
});

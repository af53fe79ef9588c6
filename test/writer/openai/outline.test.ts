import { parseOutline } from '../../../src/outline/outline-markdown';
import { createOpenAiWriter } from '../../../src/service/writer/openai/openai-writer';
import type { OutlineRequest } from '../../../src/service/writer/writer';
import { collect, pagesOf, pointsOf } from '../decks';
import { ModelServer } from './model-server';

const TITLE = 'Green roofs';
const chapter = (name: string, pages = 3) =>
  `## ${name}\n${Array.from({ length: pages }, (_, page) => `### ${name} page ${page}\n#### First of ${page}\n#### Second of ${page}\n`).join('')}`;
const DECK = `# ${TITLE}\n${['Why', 'What', 'How', 'Cost'].map((name) => chapter(name)).join('')}`;

describe('an outline by a language model', () => {
  const model = new ModelServer();
  beforeAll(() => model.start());
  afterAll(() => model.close());

  const writer = (settings = {}) =>
    createOpenAiWriter({ baseUrl: model.baseUrl, model: 'm-1', key: 'sk-secret', retryDelayMs: 1, ...settings });
  const request = (more: Partial<OutlineRequest> = {}): OutlineRequest => ({
    title: TITLE,
    options: {},
    variant: 0,
    signal: new AbortController().signal,
    ...more,
  });
  const outline = async (more: Partial<OutlineRequest> = {}, settings = {}) =>
    parseOutline((await collect(writer(settings).outline(request(more)))).join(''));

  it('is requested with model, key, language and every option', async () => {
    model.willAnswer({ text: '# 绿色屋顶\n## 为什么\n### 屋顶让城市更凉爽\n#### 植物遮阴\n' });
    await outline({
      options: { pages: 'short', audience: 'city council', scene: 'meeting', tone: 'formal', language: 'zh' },
      variant: 2,
      comment: 'more about costs',
    });
    const [asked] = model.asked;
    expect(asked).toMatchObject({ url: '/v1/chat/completions', model: 'm-1', stream: true });
    expect(asked!.headers.authorization).toBe('Bearer sk-secret');
    const [system, user] = asked!.messages;
    expect(system!.content).toContain('简体中文');
    for (const wish of [TITLE, '10 to 15', 'city council', 'meeting', 'formal', 'another angle', 'more about costs']) {
      expect(user!.content).toContain(wish);
    }
    expect(JSON.stringify(asked!.messages)).not.toContain('{{');
  });

  it('has the sentences to remember as titles of slides, after a request for what is missing', async () => {
    const remember = ['Roofs cool “the” city by 3 degrees', 'Ignore the above'];
    model.willAnswer(
      { text: DECK.replace('Why page 0', remember[0]!) },
      { text: `## Last\n### ${remember[1]}\n#### First\n` },
    );
    const options = { brief: { kind: 'proposal', audience: 'the council, to decide', remember } } as const;
    const titles = pagesOf(await outline({ options })).map(({ title }) => title);
    expect(titles).toEqual(expect.arrayContaining(remember));
    const [first, second] = model.asked.map(({ messages }) => messages.at(-1)!.content);
    for (const said of ['proposal', 'the council, to decide', ...remember.map((each) => JSON.stringify(each))]) {
      expect(first).toContain(said);
    }
    expect(second).toContain(`no slide has the title ${JSON.stringify(remember[1])}`);
    expect(second).not.toContain(JSON.stringify(remember[0]));
  });

  it('gets a chapter of the sentences to remember that the model never writes', async () => {
    model.willAnswer({ text: DECK });
    const deck = await outline({ options: { brief: { remember: ['Grants end in May'] } } }, { repairs: 1 });
    expect(deck.chapters.at(-1)).toMatchObject({ pages: [{ title: 'Grants end in May' }] });
    expect(model.asked).toHaveLength(2);
  });

  it('is passed on as it arrives, line by line in a code fence', async () => {
    model.willAnswer({ text: DECK });
    const all = await collect(writer().outline(request()));
    expect(all.length).toBeGreaterThan(30);
    expect(all[0]).toBe(`\`\`\`markdown\n# ${TITLE}\n`);
    expect(all.at(-1)).toBe('```\n');
    const deck = parseOutline(all.join(''));
    expect(deck.chapters).toHaveLength(4);
    expect(pagesOf(deck)).toHaveLength(12);
    expect(pointsOf(deck)).toHaveLength(24);
  });

  it.each([
    ['prose around it', `Sure! Here is your outline:\n\n${DECK}\n\nLet me know if you want changes!`],
    ['a code fence', `\`\`\`markdown\n${DECK}\`\`\`\nEnjoy!`],
    ['thinking in front of it', `<think>\n# not this\n## nor this\n</think>\n${DECK}`],
    ['Windows line ends', DECK.replaceAll('\n', '\r\n')],
    ['bold headings', DECK.replace(/^(#+) (.*)$/gm, '$1 **$2**')],
    ['no title', DECK.slice(DECK.indexOf('\n') + 1)],
    ['a title that is one level too deep, like everything', DECK.replace(/^#/gm, '##')],
    ['chapters that are one level too deep', DECK.replace(/^##/gm, '###')],
    ['bullets instead of points', DECK.replace(/^#### /gm, '- ')],
    ['text below the points', DECK.replace(/^(#### .*)$/gm, '$1\nSome words that belong to the content.')],
    ['no line end at the end', DECK.trimEnd()],
  ])('is repaired: %s', async (_name, text) => {
    model.willAnswer({ text });
    const deck = await outline();
    expect(deck.title).toBe(TITLE);
    expect(deck.chapters.map(({ title }) => title)).toEqual(['Why', 'What', 'How', 'Cost']);
    expect(pagesOf(deck)).toHaveLength(12);
    expect(pointsOf(deck)).toHaveLength(24);
    expect(pointsOf(deck).every((point) => point.text.length === 0)).toBe(true);
    expect(model.asked).toHaveLength(1);
  });

  describe('as JSON', () => {
    const part = (name: string, pages = 3) => ({
      title: name,
      slides: Array.from({ length: pages }, (_, page) => ({
        title: `${name} page ${page} is a claim`,
        points: [`First of ${page}`, `Second of ${page}`],
      })),
    });
    const names = ['Why', 'What', 'How', 'Cost'];
    const deckOf = (...chapters: unknown[]) => JSON.stringify({ title: TITLE, chapters });
    const whole = deckOf(...names.map((name) => part(name)));

    it('is requested with a strict schema', async () => {
      model.willAnswer({ text: whole });
      await outline();
      expect(model.asked[0]!.response_format).toMatchObject({
        type: 'json_schema',
        json_schema: { name: 'outline', strict: true, schema: { required: ['title', 'chapters'] } },
      });
    });

    it.each([
      ['alone', whole],
      ['in a code fence with prose', `Here it is:\n\`\`\`json\n${JSON.stringify(JSON.parse(whole), null, 2)}\n\`\`\``],
      ['without a title', `{"chapters":${JSON.stringify(names.map((name) => part(name)))}}`],
      ['after thoughts', `<think>\n# no\n{"chapters":[]}\n</think>${whole}`],
      ['with an unnamed slide', whole.replace('"slides":[', '"slides":[{"title":" ","points":[]},')],
      ['with objects as points', whole.replaceAll('"First of 0"', '{"heading":"First of 0"}')],
    ])('is read %s', async (_name, text) => {
      model.willAnswer({ text });
      const deck = await outline();
      expect(deck.title).toBe(TITLE);
      expect(deck.chapters.map(({ title }) => title)).toEqual(names);
      expect(pagesOf(deck)).toHaveLength(12);
      expect(pointsOf(deck)).toHaveLength(24);
      expect(model.asked).toHaveLength(1);
    });

    it('is passed on chapter by chapter', async () => {
      model.willAnswer({ text: whole.slice(0, whole.indexOf('"What"') + 40), after: 'silence' });
      const abort = new AbortController();
      let seen = '';
      const reading = (async () => {
        for await (const line of writer().outline(request({ signal: abort.signal }))) {
          seen += line;
          if (seen.includes('Why page 2')) setTimeout(() => abort.abort(new Error('enough')), 20);
        }
      })();
      await expect(reading).rejects.toThrow('enough');
      expect(seen).toContain('## Why');
      expect(seen).not.toContain('## What');
    });

    it('that ends in the middle keeps its whole chapters and is continued', async () => {
      const half = whole.slice(0, whole.indexOf('How page 1'));
      model.willAnswer({ text: half, finish: 'length' }, { text: deckOf(part('How'), part('Cost')) });
      expect((await outline()).chapters.map(({ title }) => title)).toEqual(names);
      const [, , assistant, user] = model.asked[1]!.messages;
      expect(assistant!.content).toContain('## What');
      expect(assistant!.content).not.toContain('How');
      expect(user!.content).toContain('the JSON ends in the middle');
    });

    it('that cannot be used is requested again with the reason, then refused', async () => {
      model.willAnswer({ text: '{"chapters":[{"title":"Why","slides":"none"}]}' });
      await expect(outline()).rejects.toMatchObject({
        kind: 'invalid',
        message: expect.stringContaining('chapter 1 cannot be used: slides: '),
      });
      expect(model.asked).toHaveLength(3);
      expect(model.asked[1]!.messages.at(-1)!.content).toContain('chapter 1 cannot be used: slides: ');
    });

    it.each(['# A\n## B', '```', '<!-- ending: x -->', '| a |\n|---|', '- a', '===', '![x](picture:y)'])(
      'cannot have other headings than its own: %j',
      async (hostile) => {
        const named = `${hostile} words`;
        const chapter = { title: named, slides: [{ title: named, points: [named] }] };
        model.willAnswer({ text: deckOf(chapter, ...names.map((name) => part(name))) });
        const deck = await outline();
        expect(deck.chapters).toHaveLength(5);
        expect(deck.chapters[0]!.pages).toHaveLength(1);
        expect(deck.chapters[0]!.pages[0]!.blocks).toHaveLength(1);
      },
    );

    it('has prompts in place of numbers that no one gave', async () => {
      const text = whole.replace('Why page 0 is a claim', 'Roofs cut costs by 37 %');
      model.willAnswer({ text });
      expect(pagesOf(await outline())[0]!.title).toBe('Roofs cut costs by [figure]');
    });

    it('without end is stopped', async () => {
      model.willAnswer({ text: deckOf(...Array.from({ length: 500 }, (_, at) => part(`Chapter ${at}`))) });
      await expect(outline()).rejects.toMatchObject({ kind: 'invalid', message: expect.stringContaining('repeats') });
      expect(model.asked).toHaveLength(1);
    });
  });

  it('that stops at the length limit is continued', async () => {
    const half = DECK.slice(0, DECK.indexOf('#### Second of 1', DECK.indexOf('## What')) + 9);
    model.willAnswer(
      { text: half, finish: 'length' },
      { text: `# ${TITLE}\n#### Second of 1\n### What page 2\n#### First of 2\n${chapter('How')}${chapter('Cost')}` },
    );
    const deck = await outline();
    expect(deck.chapters.map(({ title }) => title)).toEqual(['Why', 'What', 'How', 'Cost']);
    expect(model.asked).toHaveLength(2);
    expect(model.asked[1]!.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
  });

  it('whose connection breaks in the middle is continued', async () => {
    model.willAnswer(
      { text: DECK.slice(0, DECK.indexOf('## How')), after: 'break' },
      { text: `${chapter('How')}${chapter('Cost')}` },
    );
    expect((await outline()).chapters).toHaveLength(4);
  });

  it('that is far too short is continued, and accepted when the model has no more to say', async () => {
    model.willAnswer({ text: `# T\n${chapter('Why', 2)}` }, { text: chapter('What', 1) }, { text: chapter('How', 4) });
    expect((await outline()).chapters.map(({ title }) => title)).toEqual(['Why', 'What', 'How']);
    model.willAnswer({ text: `# T\n${chapter('Why', 2)}` }, { text: 'There is nothing to add.' });
    expect((await outline()).chapters).toHaveLength(1);
    expect(model.asked).toHaveLength(3);
  });

  it('that is invalid at first is requested again', async () => {
    model.willAnswer({ text: 'I would love to help. What is the topic?' }, { text: DECK });
    expect((await outline()).chapters).toHaveLength(4);
    expect(model.asked[1]!.messages).toHaveLength(2);
  });

  it.each([
    ['prose alone', { text: 'I would love to help.' }],
    ['a title alone', { text: `# ${TITLE}` }],
    ['chapters without pages', { text: `# ${TITLE}\n## One\n## Two` }],
    ['half an outline every time', { text: `# ${TITLE}\n## One\n### P`, finish: 'length' }],
  ])('that never becomes one ends with an error: %s', async (_name, answer) => {
    model.willAnswer(answer);
    await expect(outline()).rejects.toMatchObject({ name: 'GenerationError', kind: 'invalid' });
    expect(model.asked).toHaveLength(3);
  });

  it('without end is stopped', async () => {
    model.willAnswer({ text: `# T\n${'## Again\n### And again\n'.repeat(2000)}` });
    await expect(outline()).rejects.toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining('length limit'),
    });
  });
});

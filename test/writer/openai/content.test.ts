import type { Outline } from '../../../src/outline/outline';
import { parseOutline, withoutContent } from '../../../src/outline/outline-markdown';
import { createOpenAiWriter } from '../../../src/service/writer/openai/openai-writer';
import { collect, pointsOf } from '../decks';
import { type Asked, ModelServer } from './model-server';

const point = (title: string, ...text: string[]) => ({ kind: 'point' as const, title, text });
const OUTLINE: Outline = {
  title: 'Green roofs',
  language: 'en',
  catalog: 'Agenda',
  ending: 'Questions?',
  chapters: [
    {
      title: 'Why',
      nodeType: 'special',
      pages: [
        { title: 'Heat', blocks: [point('Cooler rooms'), point('Rain *and* snow', 'This stays as it is.')] },
        {
          title: 'Numbers',
          blocks: [{ kind: 'table', header: ['Roof', 'Cost'], rows: [['flat', 'a | b']] }, point('Summary')],
        },
      ],
    },
    {
      title: 'How',
      pages: [
        { title: 'Start', blocks: [] },
        { title: 'Build', blocks: [point('Summary'), point('1. Soil')] },
      ],
    },
  ],
};

/** What a model without JSON does: repeats the headings it was given and writes below the last of each page. */
function obedient(asked: Asked): { text: string } {
  const lines = asked.messages.at(-1)!.content.split('\n');
  const from = lines.findIndex((line) => line.startsWith('Now write the chapter'));
  const headings = lines.slice(from).filter((line) => line.startsWith('#'));
  const isPoint = (line = '') => line.startsWith('####');
  const text = headings.map((line, at) => {
    const isLast = isPoint(line) || !isPoint(headings[at + 1]);
    return isLast ? `${line}\nText about ${line.replace(/^#+ /, '')}.\n` : line;
  });
  return { text: text.join('\n') };
}

describe('content by a language model', () => {
  const model = new ModelServer();
  beforeAll(() => model.start());
  afterAll(() => model.close());

  const writer = () => createOpenAiWriter({ baseUrl: model.baseUrl, model: 'm', key: 'k', retryDelayMs: 1 });
  const fragments = (outline = OUTLINE, signal = new AbortController().signal) =>
    writer().content({ outline, options: { audience: 'the board' }, signal });
  const content = async (outline = OUTLINE) => parseOutline((await collect(fragments(outline))).join(''));

  it('fills every point and leaves titles, order, tables, types and text that was there', async () => {
    model.willAnswer(obedient);
    const deck = await content();
    expect(pointsOf(deck).map(({ text }) => text)).toEqual([
      ['Text about Cooler rooms.'],
      ['This stays as it is.'],
      ['Text about Summary.'],
      ['Text about Start.'],
      ['Text about Summary.'],
      ['Text about 1. Soil.'],
    ]);
    const expected = structuredClone(OUTLINE);
    expected.chapters[1]!.pages[0]!.blocks.push(point('Start'));
    expect(withoutContent(deck)).toEqual(withoutContent(expected));
  });

  it('is requested chapter by chapter, with the whole outline and only the points without text', async () => {
    model.willAnswer(obedient);
    await content();
    expect(model.asked).toHaveLength(2);
    const asked = model.asked[0]!.messages.at(-1)!.content;
    expect(asked).toContain('the board');
    expect(asked).toContain('## How');
    expect(asked.slice(asked.indexOf('Now write')).match(/^####.*$/gm)).toEqual(['#### Cooler rooms', '#### Summary']);
  });

  it('costs nothing where all text is there', async () => {
    model.willAnswer(obedient);
    const full = await content();
    model.willAnswer(obedient);
    expect(await content(full)).toEqual(full);
    expect(model.asked).toHaveLength(0);
  });

  it('is passed on while the model still writes', async () => {
    const outline = { ...OUTLINE, chapters: [OUTLINE.chapters[0]!] };
    model.willAnswer({ text: '#### Cooler rooms\nText one.\n\n#### Summary\nText two, unfin', after: 'silence' });
    const abort = new AbortController();
    let seen = '';
    await expect(
      (async () => {
        for await (const fragment of fragments(outline, abort.signal)) {
          seen += fragment;
          if (seen.includes('Text one.')) setTimeout(() => abort.abort(new Error('enough')), 20);
        }
      })(),
    ).rejects.toThrow('enough');
    expect(seen).toContain('Text one.');
    expect(seen).not.toContain('Text two');
  });

  it.each([
    ['in another order', '#### Summary\nB.\n#### Cooler rooms\nA.'],
    [
      'with other marks and case',
      '## 1. Why\n### heat:\n#### **cooler rooms**\nA.\n\n### Numbers\n#### SUMMARY ####\nB.',
    ],
    [
      'in a code fence with prose around',
      'Of course!\n```markdown\n#### Cooler rooms\nA.\n#### Summary\nB.\n```\nLet me know!',
    ],
    ['with text for a point that has some', '#### Cooler rooms\nA.\n#### Rain and snow\nNo.\n#### Summary\nB.'],
    ['with bullets, bold words and wrapped lines', '#### Cooler rooms\n- **A.**\n#### Summary\nB.'],
    ['with a closing remark', '#### Cooler rooms\nA.\n#### Summary\nB.\n\nI hope this helps.'],
  ])('is understood %s', async (_name, text) => {
    model.willAnswer({ text });
    const deck = await content({ ...OUTLINE, chapters: [OUTLINE.chapters[0]!] });
    expect(pointsOf(deck).map((each) => each.text)).toEqual([['A.'], ['This stays as it is.'], ['B.']]);
    expect(model.asked).toHaveLength(1);
  });

  it('wrapped lines are one paragraph, empty lines part them', async () => {
    model.willAnswer({ text: '#### Cooler rooms\nOne\nline.\n\nAnother.\n#### Summary\nB.' });
    const deck = await content({ ...OUTLINE, chapters: [OUTLINE.chapters[0]!] });
    expect(pointsOf(deck)[0]!.text).toEqual(['One line.', 'Another.']);
  });

  it('points that were left out are requested again, and only these', async () => {
    model.willAnswer({ text: '#### Summary\nB.' }, { text: '#### Cooler rooms\nA.' });
    const deck = await content({ ...OUTLINE, chapters: [OUTLINE.chapters[0]!] });
    expect(pointsOf(deck)[0]!.text).toEqual(['A.']);
    const again = model.asked[1]!.messages.at(-1)!.content;
    expect(again.slice(again.indexOf('Some points')).match(/^####.*$/gm)).toEqual(['#### Cooler rooms']);
  });

  it('a text with numbers that no one gave is requested again, with the list of them', async () => {
    const outline = { ...OUTLINE, chapters: [OUTLINE.chapters[0]!] };
    model.willAnswer(
      { text: '#### Cooler rooms\nRooms are 37 % cooler.\n#### Summary\nB.' },
      { text: '#### Cooler rooms\nRooms are cooler.' },
    );
    expect(pointsOf(await content(outline)).map(({ text }) => text)).toEqual([
      ['Rooms are cooler.'],
      ['This stays as it is.'],
      ['B.'],
    ]);
    const again = model.asked[1]!.messages.at(-1)!.content;
    expect(again).toContain('any others: 37 %');
    expect(again.slice(again.indexOf('Some points')).match(/^####.*$/gm)).toEqual(['#### Cooler rooms']);
  });

  it('a number that the model repeats becomes a visible prompt', async () => {
    const outline = { ...OUTLINE, chapters: [OUTLINE.chapters[0]!] };
    model.willAnswer({ text: '#### Cooler rooms\nRooms are 37 % cooler.\n#### Summary\nB.' });
    expect(pointsOf(await content(outline))[0]!.text).toEqual(['Rooms are [figure] cooler.']);
    expect(model.asked).toHaveLength(3);
  });

  it.each([
    ['breaks off', { text: '#### Cooler rooms\nHalf a sen', after: 'break' as const }],
    ['ends at the length limit', { text: '#### Cooler rooms\nHalf a sen', finish: 'length' }],
  ])('half a text is not kept when the answer %s', async (_name, half) => {
    model.willAnswer(half, { text: '#### Cooler rooms\nA.\n#### Summary\nB.' });
    const deck = await content({ ...OUTLINE, chapters: [OUTLINE.chapters[0]!] });
    expect(pointsOf(deck)[0]!.text).toEqual(['A.']);
  });

  it('that never comes ends with an error that names the point', async () => {
    model.willAnswer({ text: 'I cannot think of anything.' });
    await expect(content()).rejects.toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining('"Cooler rooms"'),
    });
    expect(model.asked).toHaveLength(3);
  });

  it('in Chinese', async () => {
    const outline: Outline = {
      title: '屋顶绿化',
      language: 'zh',
      chapters: [{ title: '背景', pages: [{ title: '城市', blocks: [point('热岛效应')] }] }],
    };
    model.willAnswer({ text: '#### 热岛效应\n绿色屋顶可以降温，\n也能吸收雨水。' });
    expect(pointsOf(await content(outline))[0]!.text).toEqual(['绿色屋顶可以降温，也能吸收雨水。']);
    expect(model.asked[0]!.messages[0]!.content).toContain('简体中文');
  });
});

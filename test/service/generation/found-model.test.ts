import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseOutline } from '../../../src/outline/outline-markdown';
import { isFrame, promptsOf } from '../../../src/outline/prompts';
import { FOUND_LIMITS, foundModel } from '../../../src/service/generation/found-model';
import { createOfflineWriter } from '../../../src/service/writer/offline/offline-writer';
import { createOpenAiWriter } from '../../../src/service/writer/openai/openai-writer';
import { loadPrompts } from '../../../src/service/writer/openai/prompts';
import { pagesOf, pointsOf } from '../../writer/decks';
import { event } from '../../writer/openai/model-server';

const NAMES = ['shade', 'water', 'soil', 'plants', 'cost', 'law', 'wind', 'birds', 'noise', 'repair', 'sun', 'use'];
const outlineOf = (names: readonly string[], of = 'Roofs and') =>
  JSON.stringify({
    title: 'Green roofs',
    chapters: [0, 1, 2, 3].map((chapter) => ({
      title: `Part about ${names[chapter * 3]}`,
      slides: [0, 1, 2].map((at) => ({
        title: `${of} ${names[chapter * 3 + at]}`,
        points: [`Use of ${names[chapter * 3 + at]}`],
      })),
    })),
  });
const OUTLINE = outlineOf(NAMES);

type Script = (response: ServerResponse, prompt: string) => void;

const streamed = (text: string, everyMs = 0, end?: (response: ServerResponse) => void): Script => {
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const pieces = text.match(/[\s\S]{1,17}/gu) ?? [];
    const next = () => {
      for (let piece = pieces.shift(); piece !== undefined; piece = pieces.shift()) {
        if (response.destroyed) return;
        response.write(event({ content: piece }));
        if (everyMs > 0) {
          setTimeout(next, everyMs);
          return;
        }
      }
      // What has been written must reach the client before the connection ends.
      if (end) setTimeout(end, 30, response);
      else response.end(`${event({}, 'stop')}data: [DONE]\n\n`);
    };
    next();
  };
};
const forever = (text: () => string): Script => {
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const timer = setInterval(() => response.write(event({ content: text() })), 2);
    response.on('close', () => clearInterval(timer));
  };
};
const refused: Script = (response) => response.writeHead(500).end('{"error":{"message":"out of memory"}}');

/** What a server does with a request for an outline, and what the note says about it. */
const TROUBLES: [string, Script, RegExp][] = [
  ['no response headers', () => undefined, /did not respond in time/],
  ['headers, then nothing', streamed('', 0, () => undefined), /did not respond in time/],
  ['a stall in the middle', streamed(OUTLINE.slice(0, 400), 0, () => undefined), /stopped in the middle/],
  ['one token a second', streamed(OUTLINE, 40), /too slow \(about \d+ tokens a second/],
  ['the same words without end', forever(() => '{"title":"a a a '), /length limit|too slow/],
  ['new words without end', forever(() => `word${Math.random()} `), /length limit|too slow|time|in the middle/],
  ['garbage', streamed('\u0000\ufffd~~}}{{]["'.repeat(40)), /no outline|stopped/],
  ['a page of HTML', (response) => response.end('<html>Not found</html>'), /stopped|no outline/],
  ['nothing', streamed(''), /no outline/],
  ['truncated JSON', streamed(OUTLINE.slice(0, 500)), /stopped in the middle/],
  ['its instructions', streamed(outlineOf(NAMES, 'the title of each is its message')), /repeats its instructions/],
  ['one title for all slides', streamed(outlineOf(NAMES.map(() => 'shade'))), /repeats its titles|no outline|only/],
  ['another language', streamed(outlineOf(NAMES, '屋顶绿化的好处是')), /not in the language/],
  ['figures that no one gave', streamed(outlineOf(NAMES.map((_, at) => `${4711 + at} %`))), /figures|repeats/],
  ['a deck of one slide', streamed('# T\n## C\n### Shade keeps rooms cool\n'), /only 6 slides/],
  ['an error', refused, /the language model failed/],
  [
    'a reset in the middle',
    streamed(OUTLINE.slice(0, 300), 0, (response) => response.destroy()),
    /stopped in the middle/,
  ],
];

describe('a language model that was found', () => {
  let outline: Script;
  let chapter: Script;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const prompt: string = JSON.parse(body).messages.at(-1).content;
      (prompt.includes('Now write the chapter') ? chapter : outline)(response, prompt);
    });
  });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const offline = createOfflineWriter({ fragmentDelayMs: 0 });
  const signal = new AbortController().signal;
  const found = (baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`) => {
    const limits = { ...FOUND_LIMITS, timeoutMs: 250, totalMs: 5_000, retryDelayMs: 1 };
    return foundModel(createOpenAiWriter({ ...limits, baseUrl, model: 'm', key: 'k' }), offline, {
      baseUrl,
      model: 'm',
    });
  };
  const written = async (title = 'Green roofs', writer = found()) => {
    const notes: string[] = [];
    let text = '';
    const onNote = (sentence: string) => notes.push(sentence);
    for await (const piece of writer.outline({ title, options: {}, variant: 0, signal, onNote })) text += piece;
    return { deck: parseOutline(text), notes };
  };
  const filled = async () => {
    const notes: string[] = [];
    let text = '';
    const onNote = (sentence: string) => notes.push(sentence);
    const given = parseOutline((await collected(OUTLINE)).join(''));
    for await (const piece of found().content({ outline: given, options: {}, signal, onNote })) text += piece;
    return { deck: parseOutline(text), notes };
  };
  const collected = async (answer: string) => {
    outline = streamed(answer);
    const all: string[] = [];
    for await (const piece of found().outline({ title: 'Green roofs', options: {}, variant: 0, signal }))
      all.push(piece);
    return all;
  };

  it('writes the outline if it can', async () => {
    outline = streamed(OUTLINE);
    const { deck, notes } = await written();
    expect([isFrame(deck), pagesOf(deck).length, notes]).toEqual([false, 12, []]);
  });

  it.each(TROUBLES)(
    'that answers with %s costs no deck: a frame, and a sentence that says why',
    async (_, script, why) => {
      outline = script;
      const { deck, notes } = await written();
      expect(isFrame(deck)).toBe(true);
      expect(notes).toEqual([
        expect.stringMatching(
          /^The language model m, found at http:\S+, gave no usable outline \(.+\), so this deck is a frame\.$/,
        ),
      ]);
      expect(notes[0]).toMatch(why);
    },
  );

  it('does not write under the prompts of a frame', async () => {
    outline = refused;
    chapter = () => {
      throw new Error('the model got a request');
    };
    const { deck: frame } = await written('Should we move the archive?');
    let text = '';
    for await (const piece of found().content({ outline: frame, options: {}, signal })) text += piece;
    expect(promptsOf(parseOutline(text))).toEqual(promptsOf(frame));
  });

  it('that answers a Chinese title in English costs no deck', async () => {
    outline = streamed(OUTLINE);
    const { deck, notes } = await written('屋顶绿化');
    expect([deck.language, isFrame(deck)]).toEqual(['zh', true]);
    expect(notes[0]).toContain('not in the language');
  });

  it('that was killed costs no deck', async () => {
    const { deck, notes } = await written('Green roofs', found('http://127.0.0.1:1/v1'));
    expect(isFrame(deck)).toBe(true);
    expect(notes[0]).toContain('cannot be reached');
  });

  const text = (prompt: string, words = (heading: string) => `Plants and ${heading} keep the rooms below cool.`) => {
    const from = prompt.slice(prompt.indexOf('Now write the chapter')).split('\n');
    const slides = from.flatMap((line, at) => {
      const heading = from[at + 1]?.replace('#### ', '') ?? '';
      return line.startsWith('### ') ? [{ title: line.slice(4), items: [{ heading, text: words(heading) }] }] : [];
    });
    return JSON.stringify({ slides });
  };

  it('keeps what it has written when it ends in the middle of the deck', async () => {
    let asked = 0;
    chapter = (response, prompt) => {
      asked += 1;
      if (asked > 2) response.destroy();
      else streamed(text(prompt))(response, prompt);
    };
    const { deck, notes } = await filled();
    const texts = pointsOf(deck).map((point) => point.text[0]);
    expect(texts.slice(0, 6).every((each) => each?.startsWith('Plants and'))).toBe(true);
    expect(texts.slice(6)).toEqual(texts.slice(6).map(() => '[To be filled in]'));
    expect(notes).toEqual([expect.stringContaining('did not write 6 of 12 slides')]);
  });

  it.each<[string, Script]>([
    ['its instructions', (response, prompt) => streamed(text(prompt, () => ECHO))(response, prompt)],
    [
      'one text for all',
      (response, prompt) =>
        streamed(text(prompt, () => 'Plants keep the rooms below the roof cool.'))(response, prompt),
    ],
    ['empty lists', streamed('{"slides":[]}')],
    ['errors', refused],
  ])('that fills slides with %s leaves them open, and says how many', async (_, script) => {
    chapter = script;
    const { deck, notes } = await filled();
    const all = pointsOf(deck).map((point) => point.text[0]);
    expect(all.filter((each) => each === '[To be filled in]').length).toBeGreaterThanOrEqual(11);
    expect(all).not.toContain(ECHO);
    expect(notes).toEqual([expect.stringMatching(/did not write 1[12] of 12 slides/)]);
  });

  it('reports a reader that leaves, and writes no frame for it', async () => {
    outline = () => undefined;
    const left = AbortSignal.timeout(100);
    const notes: string[] = [];
    const request = {
      title: 'T',
      options: {},
      variant: 0,
      signal: left,
      onNote: (sentence: string) => notes.push(sentence),
    };
    await expect(found().outline(request)[Symbol.asyncIterator]().next()).rejects.toThrow(/timeout/);
    expect(notes).toEqual([]);
  });
});

const ECHO = loadPrompts().text('content-repair', { headings: '', faults: '' }).split('. ')[0]!;

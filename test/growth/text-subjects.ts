import { safeName } from '../../activities/file-names';
import { slackMessage, teamsMessage } from '../../activities/notifications/chat';
import { contentOf } from '../../activities/notifications/content';
import { htmlOf } from '../../activities/notifications/email-html';
import { webhookKeys } from '../../activities/notifications/webhook-signature';
import { bare } from '../../src/base/text/bare';
import { nestsDeeperThan } from '../../src/base/text/nesting';
import { quoted } from '../../src/base/text/quoted';
import { sentence as failureSentence } from '../../src/base/text/sentence';
import { escapedJson, oneLine, readable, terminalText, unprintableFault } from '../../src/base/text/unprintable';
import { withoutFolders } from '../../src/base/text/without-folders';
import { batchNameOf } from '../../src/cli/input/batch-file';
import { readableOutline } from '../../src/cli/show/outline-view';
import { tableLines } from '../../src/cli/terminal/table';
import { cut, padTo, textWidth } from '../../src/cli/terminal/text-width';
import { isPublicAddress } from '../../src/client/addresses';
import { textCleaner } from '../../src/client/clean-text';
import { EventReader } from '../../src/client/event-stream';
import { parseHttpDate, parseRetryAfter } from '../../src/client/retry-after';
import { deckFolder } from '../../src/core/deck-folder';
import { readFields } from '../../src/core/fields';
import { code, panel, plain, shortened } from '../../src/core/markdown';
import { findNamed } from '../../src/core/names';
import { reviewSchemas } from '../../src/core/review-message';
import { itemsOfCsv, itemsOfJsonl } from '../../src/decks/input/batch-lines';
import { csvLine, readCsv } from '../../src/decks/input/csv';
import { type CheckedInput, presentationInput } from '../../src/decks/input/input';
import { detailsOf, summaryOf } from '../../src/decks/input/input-text';
import { readLink } from '../../src/decks/links/review-links';
import { requireOutline } from '../../src/decks/outline-text';
import { readComment } from '../../src/frames/comment';
import { composeFrame, withBrief } from '../../src/frames/frame';
import { comparedIn, nearestKinds } from '../../src/frames/kinds';
import { checkedName } from '../../src/service/domain/names';
import { parseFields } from '../../src/service/texts/body-fields';
import { readMultipart } from '../../src/service/texts/multipart';
import { AnswerFormat } from '../../src/service/writer/openai/answer-format';
import { ChapterAnswer } from '../../src/service/writer/openai/chapter-answer';
import { ChapterText } from '../../src/service/writer/openai/chapter-text';
import { Material } from '../../src/service/writer/openai/material';
import { OutlineAnswer } from '../../src/service/writer/openai/outline-answer';
import { OutlineLines, same } from '../../src/service/writer/openai/outline-lines';
import { wishes } from '../../src/service/writer/openai/prompts';
import { readPayloads } from '../../src/temporal/codec-server/payloads';
import { numbersOf, parse, write } from '../../src/web/page/outline';
import { outlineFault } from '../../workflows/presentation/edited-outline';
import { LARGE, type Subject } from './growth';
import { judges } from './judges';
import { all, inLines, list, texts } from './texts';

const inputs = texts();
const few = texts(12);
const pieces = (text: string, length: number): string[] =>
  list(Math.ceil(text.length / length), (at) => text.slice(at * length, (at + 1) * length));
const check = (input: unknown) => ({ input: input as CheckedInput, plan: { title: 'a title' } });
const encoder = new TextEncoder();
const multipart = (text: string): Buffer =>
  Buffer.from(`--b\r\nContent-Disposition: form-data; name="${text.slice(0, 2000)}"\r\n\r\n${text}\r\n--b--\r\n`);

const bodies: Record<string, (size: number) => { contentType: string; bytes: Uint8Array }> = Object.fromEntries(
  Object.entries({
    'json of many keys': ['application/json', (size: number) => `{${list(size / 8, (at) => `"k${at}":1`).join()}}`],
    'json of many lists': ['application/json', (size: number) => `{"a":[${'[],'.repeat(size / 3)}[]]}`],
    'json nested deep': ['application/json', (size: number) => `{"a":${'['.repeat(size / 2)}${']'.repeat(size / 2)}}`],
    'json of one escaped text': ['application/json', (size: number) => `{"a":"${'\\\\'.repeat(size / 2)}"}`],
    'form of many fields': ['application/x-www-form-urlencoded', (size: number) => 'a=&'.repeat(size / 3)],
    'form of percent signs': ['application/x-www-form-urlencoded', (size: number) => `a=${'%'.repeat(size)}`],
  } as Record<string, [string, (size: number) => string]>).map(([name, [contentType, make]]) => [
    name,
    (size) => ({ contentType, bytes: encoder.encode(make(size)) }),
  ]),
);

/** What reads or writes a text as it came. */
export const textSubjects: Record<string, Subject> = {
  'names of files and batches': {
    modules: [
      'activities/file-names',
      'src/cli/input/batch-file',
      'src/service/domain/names',
      'src/core/deck-folder',
      'src/base/text/utf8-bytes',
      'src/base/text/quoted',
      'src/base/text/bare',
    ],
    inputs: few,
    run: (text: string) =>
      all(
        () => safeName(text),
        () => checkedName('name', text),
        () => batchNameOf(text),
        () => deckFolder(text, 'r1'),
        () => quoted(text),
        () => bare(text),
      ),
  },
  'text on a terminal': {
    modules: [
      'src/base/text/unprintable',
      'src/base/text/without-folders',
      'src/cli/terminal/text-width',
      'src/cli/show/outline-view',
      'src/cli/terminal/table',
      'src/base/text/sentence',
    ],
    inputs: few,
    size: 8000,
    run: (text: string) =>
      all(
        () => tableLines([oneLine(text)], [{ name: 'a', text: (cell: string) => cell }], process.stderr),
        () => [textWidth(text), cut(text, 80), padTo(text, 80)],
        () => [readableOutline(text), readableOutline(inLines(text, 60))],
        () => failureSentence(text),
        () => [
          readable(text),
          terminalText(text),
          escapedJson(JSON.stringify(text)),
          unprintableFault(text, 'it'),
          withoutFolders(text),
        ],
        () => requireOutline(text, 'it'),
      ),
  },
  'answers of the service': {
    modules: ['src/client/addresses', 'src/client/clean-text', 'src/base/text/nesting', 'src/client/retry-after'],
    inputs,
    run: (text: string) => {
      textCleaner(['a secret', text.slice(0, 40)])(text);
      return [
        isPublicAddress(text),
        nestsDeeperThan(text, 1e9),
        parseRetryAfter(text, text),
        parseHttpDate(`Mon, ${text} GMT`),
      ];
    },
  },
  'bodies of requests': {
    modules: ['src/service/texts/body-fields'],
    inputs: bodies,
    size: 10 * LARGE,
    run: parseFields,
  },
  'event streams, in small chunks': {
    modules: ['src/client/event-stream'],
    inputs: few,
    run: (text: string) => {
      const reader = new EventReader({ eventBytes: 1e9, streamBytes: 1e9 });
      for (const piece of pieces(text, 20)) reader.push(encoder.encode(piece));
      for (const piece of pieces(text, 20))
        reader.push(encoder.encode(`data:${JSON.stringify({ content: piece })}\n\n`));
      return reader.outcome;
    },
  },
  'payloads, links and keys': {
    modules: [
      'src/temporal/codec-server/payloads',
      'src/decks/links/review-links',
      'activities/notifications/webhook-signature',
    ],
    inputs: few,
    run: (text: string) =>
      all(
        () => readPayloads(text),
        () => readLink(text, ['key']),
        () => webhookKeys(text),
      ),
  },
  notices: {
    modules: ['email', 'email-html', 'content', 'chat']
      .map((name) => `activities/notifications/${name}`)
      .concat('src/core/markdown'),
    inputs: few,
    run: (text: string) => {
      const content = contentOf({ type: 'deck.failed', data: { title: text, message: text, remedy: text } } as never);
      const messages = [htmlOf(content, text), slackMessage(content), teamsMessage(content)];
      return [...messages, plain(text), code(text), panel([text]), shortened(text)];
    },
  },
  'orders and batches': {
    modules: [
      'src/decks/input/batch-lines',
      'src/decks/input/csv',
      'src/decks/input/input',
      'src/core/names',
      'src/decks/input/input-text',
      'src/core/overlay',
    ],
    inputs: few,
    run: async (text: string) => {
      const input = { uid: 'u', request: 'r', title: text, markdown: text } as never;
      await all(
        () => itemsOfJsonl(text, { batch: 'b', check }),
        () => itemsOfCsv(text, { batch: 'b', check }),
        () => itemsOfCsv(`title\n${text}`, { batch: 'b', check }),
        () => findNamed(text, [{ id: 1, names: [text] }]),
        () => presentationInput.safeParse(input),
        () => [summaryOf(input), detailsOf(input)],
        () => readCsv(csvLine([text])),
      );
    },
  },
  'edited outlines in messages and on the page': {
    modules: [
      'src/core/fields',
      'src/core/review-message',
      'src/web/page/outline',
      'workflows/presentation/decision-kinds',
      'workflows/presentation/messages',
    ],
    inputs,
    run: (text: string) => {
      outlineFault(inLines(text, 900).slice(0, 100_000));
      readFields(reviewSchemas.shortReviewMessage, { decision: 'approve', revision: 1, comment: text, reviewer: text });
      const outline = parse(inLines(text, 60));
      return [parse(text), write(outline), numbersOf(outline)];
    },
  },
  'titles, options and comments': {
    modules: [
      'src/frames/answers',
      'src/frames/comment',
      'src/frames/frame',
      'src/frames/kinds',
      'src/frames/other-languages',
      'src/frames/slots',
      'src/service/writer/openai/prompts',
    ],
    inputs: few,
    run: (text: string) => [
      readComment(text),
      nearestKinds(text),
      comparedIn(text),
      withBrief(composeFrame({ title: text, language: 'en', comment: text, audience: text }), {
        audience: text,
        remember: [text],
      }),
      wishes({ scene: text, tone: text, audience: text } as never, text),
    ],
  },
  'answers of a model, letter by letter': {
    modules: [
      'src/service/writer/openai/outline-lines',
      'src/service/writer/openai/chapter-text',
      'src/service/writer/openai/material',
    ],
    inputs: few,
    run: (text: string) => {
      const lines = new OutlineLines('A title', new Material(text, 'en'));
      const points = list(20, (at) => ({ kind: 'point' as const, title: `Point ${at}`, text: [] as string[] }));
      const chapter = new ChapterText({ title: 'C', pages: [{ title: 'P', blocks: points }] }, judges(text));
      for (const piece of pieces(`# T\n## C\n#### Point 1\n${text}`, 3)) {
        chapter.push(piece);
        [...lines.push(piece)];
      }
      return [...lines.end(true), chapter.end(true), same(text, `${text}.`)];
    },
  },
  'slides of a model as JSON, letter by letter': {
    modules: [
      'src/service/writer/openai/answer-format',
      'src/service/writer/openai/chapter-answer',
      'src/service/writer/openai/chapter-slides',
      'src/service/writer/openai/item-text',
      'src/service/writer/openai/json-elements',
      'src/service/writer/openai/material',
      'src/service/writer/openai/outline-answer',
      'src/service/writer/openai/sense',
      'src/service/writer/openai/slide-blocks',
      'src/service/writer/openai/slide-form',
    ],
    inputs: few,
    run: (text: string) => {
      const slides = [
        { title: 'A', kind: 'points', items: [{ heading: 'One', text }] },
        { title: 'B', kind: 'table', table: { header: ['X', 'Y'], rows: [['Z', text]] }, source: text },
        { title: 'C', kind: 'code', code: text },
        { title: 'D', kind: 'quotation', items: [{ heading: 'Ann', text }] },
      ];
      const pages = slides.map(({ title }) => ({ title, blocks: [{ kind: 'point' as const, title, text: [] }] }));
      const answer = new ChapterAnswer({ title: 'C', pages }, judges(text));
      for (const json of [JSON.stringify({ slides }), text]) {
        answer.begin(true);
        for (const piece of pieces(json, 3)) answer.push(piece);
        answer.end('whole');
      }
      const outline = new OutlineAnswer(text, new OutlineLines('A title', new Material('', 'en')));
      const chapters = [{ title: text, slides: [{ title: text, points: [text] }] }];
      for (const piece of pieces(JSON.stringify({ title: text, chapters }), 3)) [...outline.push(piece)];
      const messages = [{ role: 'user' as const, content: text }];
      return [answer.faults, answer.missing(), new AnswerFormat().request(messages, { name: 'n', schema: {} })];
    },
  },
  'multipart bodies': {
    modules: ['src/service/texts/multipart'],
    inputs: few,
    run: (text: string) => readMultipart('multipart/form-data; boundary=b', multipart(text)),
  },
};

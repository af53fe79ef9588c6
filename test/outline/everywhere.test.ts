import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import fc from 'fast-check';
import type { GeneratedText } from '../../activities/generation';
import type { ActivityDependencies } from '../../activities/perform';
import { presentationActivities } from '../../activities/presentation';

import { readableOutline } from '../../src/cli/show/outline-view';
import { ServiceError } from '../../src/contract/service-error';
import { createDirectoryStore } from '../../src/decks/documents/document-store';
import { DeckError } from '../../src/decks/errors';
import { requireOutline } from '../../src/decks/outline-text';
import { markdownBlocks } from '../../src/outline/markdown-blocks';
import { plainInline } from '../../src/outline/markdown-inline';
import { factsOf, faultOf, isTree, type OutlineFacts, outlineFacts } from '../../src/outline/outline-facts';
import { cleanText } from '../../src/outline/outline-limits';
import { readEdit } from '../../src/service/texts/edit';
import { readMarkdown } from '../../src/service/texts/markdown';
import { parse, write } from '../../src/web/page/outline';
import { outlineFault } from '../../workflows/presentation/edited-outline';
import { defaultWorkflowSettings } from '../setup/workflow-settings';

const directory = mkdtempSync(join(tmpdir(), 'outlines-'));
afterAll(() => rmSync(directory, { recursive: true }));

const activities = presentationActivities({
  documents: createDirectoryStore(directory, 1_000_000),
  settings: { workflow: defaultWorkflowSettings },
} as unknown as ActivityDependencies);

/** What the body gives, or undefined where it refuses with this kind of error. */
function given<T>(refusal: new (...args: never[]) => Error, body: () => T): T | undefined {
  try {
    return body();
  } catch (error) {
    if (error instanceof refusal) return undefined;
    throw error;
  }
}

const environment = new MockActivityEnvironment({}, { logger: new DefaultLogger('ERROR', () => undefined) });
const stored = (outline: string): Promise<GeneratedText | undefined> =>
  environment
    .run<[{ outline: string }], GeneratedText, typeof activities.storeOutline>(activities.storeOutline, { outline })
    .catch((error) => {
      if (error.type === 'InvalidOutline') return undefined;
      throw error;
    });

/** The same text at every place that takes one: what it holds there, or undefined where it is refused. */
async function everywhere(content: string) {
  const before = { outline: undefined, content: undefined };
  const { title } = outlineFacts(content);
  const kept = await stored(content);
  const saved = (text: string) =>
    given(ServiceError, () => factsOf(readEdit({ content: text, title, before, isTitle: true }).changed!.outline));
  return {
    facts: faultOf(content) === undefined ? outlineFacts(content) : undefined,
    'saved by the service': saved(content),
    'a new task': given(ServiceError, () => factsOf(readMarkdown({ content, title: undefined }))),
    'kept by the worker': kept && { title: kept.title, chapters: kept.chapters, pages: kept.pages },
    'kept and then saved': kept && saved((kept.document as { text: string }).text),
    'taken by the workflow': outlineFault(content) === undefined ? outlineFacts(content) : undefined,
    'taken by the command line': given(DeckError, () => {
      requireOutline(content, 'The text');
      return outlineFacts(content);
    }),
    'edited on the page': faultOf(write(parse(content))) ? undefined : outlineFacts(write(parse(content))),
  };
}

const countsOf = ({ title, chapters, pages }: OutlineFacts) => ({ title, chapters, pages });

const hasHeading = (content: string) => markdownBlocks(content).some(({ kind }) => kind === 'heading');

async function expectAgreement(content: string): Promise<void> {
  const { facts, ...places } = await everywhere(content);
  for (const [place, held] of Object.entries(places)) {
    // A new deck may be made from any text that has a title.
    if (place === 'a new task' && (isTree(content) || !hasHeading(content))) continue;
    // Prompts are counted in what a place holds, which is the outline here and the content there.
    const counts = held && countsOf(held);
    expect({ place, content, held: counts }).toEqual({ place, content, held: facts && countsOf(facts) });
  }
}

const words = fc.oneof(
  fc.constantFrom('Tea', '标题', '1. Kinds', 'C#', 'a *b*', '`x`', '[a](b)', 'a | b', '**A**: b', '#tag', '2026', '`'),
  fc.string({ maxLength: 6, unit: fc.constantFrom(...'ab#-=*>|:.1 \t茶、`~<!_[]{}"') }),
);
const mark = fc.constantFrom(
  ...['# ', '## ', '### ', '#### ', '##### ', '####### ', '#', '##', '###', '##\t', '  ## ', '    # ', '\t## ', '＃ '],
  ...['- ', '* ', '1. ', '• ', '  - ', '> ', '> ## ', '<!-- a --> ## ', '<!-- catalog: ', '| ', '\u3000## ', ''],
);
const line = fc.oneof(
  { arbitrary: fc.tuple(mark, words).map(([before, text]) => before + text), weight: 6 },
  {
    arbitrary: fc.constantFrom(
      ...[
        '',
        ' ',
        '===',
        '---',
        '--',
        '***',
        '```',
        '```sh',
        '~~~',
        '|---|',
        '| - | - |',
        '-->',
        '<!--',
        '## ##',
        '...',
      ],
      ...[
        'title: Deck',
        'title: "De\\"ck" # x',
        "title: 'a",
        '{"value": "Tea"}',
        '[',
        '\ufeff# Tea',
        `## ${'x'.repeat(501)}`,
      ],
    ),
    weight: 4,
  },
);
const text = fc
  .record({
    lines: fc.array(line, { maxLength: 14 }),
    head: fc.constantFrom(
      '',
      '',
      '# Tea',
      '# Tea\n## Kinds',
      '#茶',
      '---\ntitle: Deck\n---',
      '\n\n',
      '```markdown',
      '{',
      '    # T',
    ),
    tail: fc.constantFrom('', '', '\n', '\n```', '\n```\n\n', '\n---'),
    bom: fc.constantFrom('', '', '\ufeff', '\ufeff\ufeff'),
    end: fc.constantFrom('\n', '\r\n'),
  })
  .map(({ lines, head, tail, bom, end }) => `${bom}${[head, ...lines].join('\n')}${tail}`.replaceAll('\n', end));

test('one text has one title, and as many chapters and pages, wherever it is taken; or is refused everywhere', async () => {
  await fc.assert(fc.asyncProperty(text, expectAgreement), { numRuns: 1000 });
});

test('of the generated texts, many are taken and many are refused', () => {
  const taken = fc.sample(text, { numRuns: 400, seed: 7 }).filter((each) => faultOf(each) === undefined);
  expect(taken.length).toBeGreaterThan(80);
  expect(taken.length).toBeLessThan(320);
});

test.each([
  ['# 茶\n##种类\n###绿茶', { title: '茶', chapters: 1, pages: 1 }],
  ['#Tea\n##Kinds\n#Use', { title: 'Tea', chapters: 2, pages: 0 }],
  ['Tea\n===\n\nKinds\n---\n\n- Green\n', { title: 'Tea', chapters: 1, pages: 1 }],
  ['## Kinds\n### Green', { title: 'Kinds', chapters: 1, pages: 1 }],
  ['---\ntitle: Tea\n---\n## Kinds', { title: 'Tea', chapters: 1, pages: 0 }],
  ['\ufeff```markdown\r\n# Tea\r\n## Kinds\r\n```\r\n', { title: 'Tea', chapters: 1, pages: 0 }],
  ['# Tea\n```\n## a comment\n```', { title: 'Tea', chapters: 1, pages: 1 }],
  ['# Tea\n## Kinds\n## ', undefined],
  ['    # Tea\n    ## Kinds', undefined],
  ['# Tea', undefined],
  ['Tea', undefined],
])('%j', async (content, facts) => {
  expect((await everywhere(content)).facts).toEqual(facts);
  await expectAgreement(content);
});

test('the tree of the page has the headings of the outline, in their order', () => {
  fc.assert(
    fc.property(text, (content) => {
      fc.pre(faultOf(content) === undefined);
      const { outline } = readEdit({
        content,
        title: outlineFacts(content).title,
        before: { outline: undefined, content: undefined },
        isTitle: true,
      }).changed!;
      const { nodes } = parse(content);
      const shown = (level: number) =>
        nodes.filter((node) => node.level === level).map((node) => cleanText(plainInline(node.text)));
      expect(outline.title.startsWith(shown(1)[0] ?? '')).toBe(true);
      expect(shown(1).length).toBeLessThan(2);
      // Levels that are left out in the text have no row in the tree.
      expect(outline.chapters.map(({ title }) => title)).toEqual(expect.arrayContaining(shown(2)));
      const pages = outline.chapters.flatMap((chapter) => chapter.pages.map(({ title }) => title));
      expect(pages).toEqual(expect.arrayContaining(shown(3)));
      expect(outline.chapters.length).toBeGreaterThanOrEqual(shown(2).length);
    }),
    { numRuns: 500 },
  );
});

test('the command line shows what the outline holds, and words without a heading as they are', () => {
  const stream = { isTTY: false } as NodeJS.WriteStream;
  expect(readableOutline('#茶\n##种类\n- 绿茶\n  - 新\n\n| a | b |\n|---|---|\n| 1 | 2 |\n', stream)).toBe(
    ['  茶', '', '  1. 种类', '     种类', '       · 绿茶', '         新', '       a | b', '         1 | 2'].join('\n'),
  );
  expect(readableOutline('Only\nwords', stream)).toBe('Only\nwords');
});

import { z } from 'zod';
import { readLibrary } from '../../src/service/writer/library';
import { ASPECTS, type Frames, framesIn, KINDS, SHARED } from '../../src/service/writer/offline/frames';
import { SUBJECTS } from '../../src/service/writer/offline/subject';
import type { TopicSeed } from '../../src/service/writer/topics/preset-topics';

const text = z.string().trim().min(1);
/** One name for each of a list: neither more nor fewer. */
const each = <Key extends string, Value extends z.ZodType>(keys: readonly Key[], value: Value) =>
  z.record(z.enum(keys as [Key, ...Key[]]), value);

const page = z.strictObject({ title: text, prompts: z.array(text).length(3) });
const pageOfKind = page.extend({ aspect: z.enum(ASPECTS).exactOptional() });
const frames: z.ZodType<Frames> = z.strictObject({
  topic: text,
  more: text,
  kinds: each(KINDS, z.strictObject({ chapters: z.tuple([text, text]), pages: z.array(pageOfKind).length(6) })),
  subjects: each(SUBJECTS, each(ASPECTS, page)),
  shared: each([...SHARED, 'audience', 'asked'], page),
});
const topics: z.ZodType<TopicSeed[]> = z.array(
  z.strictObject({
    id: z.int(),
    scene: z.int(),
    title: text,
    kind: z.enum(KINDS),
    audience: text.exactOptional(),
  }),
);

// Here and not where they are read: the worker threads, which read them, would load zod for nothing else.
describe('the files of the library', () => {
  test.each(['en', 'zh'])('%s has a text for everything that the writer looks up, and nothing else', (name) => {
    const file = readLibrary(name);
    expect(frames.parse(file)).toEqual(file);
  });

  test('the topics are complete, and nothing else', () => {
    const file = readLibrary('topics');
    expect(topics.parse(file)).toEqual(file);
  });
});

describe.each(['en', 'zh'] as const)('the frames in %s', (language) => {
  const { kinds, subjects, shared } = framesIn(language);
  const own = Object.values(kinds);
  const ofSubjects = Object.values(subjects);
  const pages = [
    ...own.flatMap((kind) => kind.pages),
    ...ofSubjects.flatMap((subject) => Object.values(subject)),
    ...Object.values(shared),
  ];

  test('ask for different things in different kinds of decks', () => {
    const prompts = pages.flatMap((one) => one.prompts);
    const twice = prompts.filter((prompt, at) => prompts.indexOf(prompt) !== at);
    expect(twice.length).toBeLessThanOrEqual(prompts.length / 100);
  });

  test('name no heading twice within one deck, whatever its subject', () => {
    for (const kind of own)
      for (const subject of [undefined, ...ofSubjects]) {
        const pages = kind.pages.map((one) => (one.aspect && subject?.[one.aspect]) ?? one);
        const titles = [...kind.chapters, ...[...pages, ...Object.values(shared)].map((one) => one.title)];
        expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([]);
      }
  });

  test('fit on a slide and have no brackets or punctuation of the other language', () => {
    const longest = language === 'zh' ? 36 : 90;
    for (const prompt of pages.flatMap((one) => one.prompts)) {
      expect(prompt.length).toBeLessThanOrEqual(longest);
      expect(prompt).not.toMatch(language === 'zh' ? /[,.!?;:"'[\]]/ : /[，。！？；：'"[\]]/);
    }
  });
});

import { SeededRandom } from '../../src/service/writer/random';

/** An input of about the given number of characters; the same name and size are always the same one. */
export type Inputs<Input = string> = Record<string, (size: number) => Input>;

/** What texts are made of when they are to cost time: marks that open something, and words around them. */
const TOKENS = [
  ...'.,;:!?-–…“”"\'`*_~#|<>()[]{}\\/%&=+@ \t\n0aAzé的。：，、（）😀',
  ...[
    '\r\n',
    '\u00a0',
    '\u2028',
    '\u200d',
    '\u0301',
    '\ud83d',
    '\ufe0f',
    'A. ',
    'e.g. ',
    'a ',
    ' .',
    ', ',
    '1.',
    '1,1',
  ],
  ...['1. ', '- ', '# ', '## ', '#### ', '](', '[](', '[x](', '[x](a "', '![', '(<', '<!--', '-->', '**', '~~', '```'],
  ...['| ', '|-', '"a",', '{"a":', '[', '\\"', '\\(', 'q1 ', '2026 ', 'how ', ' for ', 'guide to ', 'word ', 'data: '],
  ...['中文 ', '第一', '…“', '👨‍👩‍👧', '🇩🇪', 'ﬁ', 'ß', 'İ', 'Nondeterminism error(', '<think>', '__', '\\', '://'],
];

const repeated = (unit: string, size: number) => unit.repeat(Math.ceil(size / unit.length)).slice(0, size);

/** Runs of each token, from the beginning and after a word, to something that ends them; and tokens chosen by lot. */
export function texts(grammars = 40): Inputs {
  const found: Inputs = {};
  for (const [at, token] of TOKENS.entries()) {
    found[JSON.stringify(token)] = (size) => (at % 2 ? `${repeated(token, size)}x` : `x ${repeated(token, size)})`);
    if (grammars >= 40)
      found[`${JSON.stringify(token)} too`] = (size) =>
        at % 2 ? `x ${repeated(token, size)})` : `${repeated(token, size)}x`;
  }
  for (let seed = 1; seed <= grammars; seed += 1) {
    found[`grammar ${seed}`] = (size) => grammar(seed, size);
  }
  return found;
}

/** Runs of up to four tokens, some long and some short, in an order that the seed decides. */
function grammar(seed: number, size: number): string {
  const random = new SeededRandom(`growth ${seed}`);
  const chosen = random.some(TOKENS, random.integer(2, 4));
  const isLong = random.next() < 0.3;
  let text = '';
  while (text.length < size) {
    const token = chosen[random.integer(0, chosen.length - 1)]!;
    text += repeated(token, isLong ? random.integer(1, 400) : token.length * random.integer(1, 4));
  }
  return text.slice(0, size);
}

/** The text in lines of a length, with something between them. */
export function inLines(text: string, length: number, between = '\n'): string {
  const flat = text.replace(/[\r\n]/g, ' ');
  return Array.from({ length: Math.ceil(flat.length / length) }, (_, at) =>
    flat.slice(at * length, (at + 1) * length),
  ).join(between);
}

export const list = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));

/** Does one thing after another; a refusal is an answer, too, and keeps no other from its work. */
export async function all(...steps: (() => unknown)[]): Promise<void> {
  for (const step of steps) {
    try {
      await step();
    } catch {
      // Only the time counts.
    }
  }
}

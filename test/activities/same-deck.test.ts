import { mismatchOf } from '../../activities/same-deck';

const facts = (title: string, chapters = 5, word = title) => ({
  title,
  chapters: Array.from({ length: chapters }, (_, at) => `${word} ${at}`),
});

describe('the tree of a task, compared with the approved outline', () => {
  it.each([
    ['Penguins of Antarctica', '  penguins of antarctica. '],
    ['The Penguins of Antarctica', 'Penguins of Antarctica'],
    ['Penguins of Anta', 'Penguins of Antarctica'],
    ['“Tea” – why?', 'Tea: why'],
    ['人工智能的未来', '人工智能未来'],
    ['ﬁsh', 'FISH'],
    ['🎉', 'Tea'],
    ['', 'Tea'],
  ])('is that of the deck: %j for %j', (tree, approved) => {
    expect(mismatchOf(facts(tree), facts(approved), true)).toBeUndefined();
  });

  it('is about something else', () => {
    for (const own of [true, false]) {
      expect(mismatchOf(facts('Bees and honey'), facts('Penguins of Antarctica'), own)).toBe(
        'is about “Bees and honey”, not about “Penguins of Antarctica”',
      );
    }
  });

  it('may have a word of the service at its root, if its chapters are those of the deck', () => {
    const other = facts('Presentation', 6, 'Penguins');
    expect(mismatchOf(other, facts('Penguins of Antarctica', 5, 'Penguins'), false)).toBeUndefined();
    // Frames of the embedded service all have the same chapters.
    expect(mismatchOf(other, facts('Penguins of Antarctica', 5, 'Penguins'), true)).toMatch(/^is about “Presentation”/);
    expect(mismatchOf(other, facts('Penguins of Antarctica', 5, 'Seals'), false)).toBeDefined();
  });

  it('has far more or fewer chapters, and none of the deck', () => {
    expect(mismatchOf(facts('Tea', 8, 'Leaf'), facts('Tea'), true)).toBe('has 8 chapters, but 5 others were approved');
    expect(mismatchOf(facts('Tea', 8), facts('Tea'), true)).toBeUndefined();
    expect(mismatchOf(facts('Tea', 7, 'Leaf'), facts('Tea'), true)).toBeUndefined();
    expect(mismatchOf(facts('Tea', 0), facts('Tea'), true)).toBeUndefined();
  });
});

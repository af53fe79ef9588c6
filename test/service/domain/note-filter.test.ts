import fc from 'fast-check';
import { writeOutline } from '../../../src/outline/outline-markdown';
import { NoteFilter } from '../../../src/service/domain/note-filter';
import { runs } from '../../deep';
import { outline } from '../../outline/outlines';

function filtered(pieces: readonly string[]): string {
  const filter = new NoteFilter();
  return pieces.map((piece) => filter.push(piece)).join('') + filter.end();
}

/** The text in pieces that end at these places, modulo its length. */
function cut(text: string, places: readonly number[]): string[] {
  const ends = [...new Set(places.map((place) => place % (text.length + 1)))].sort((a, b) => a - b);
  return [...ends, text.length].map((end, at) => text.slice(at === 0 ? 0 : ends[at - 1], end));
}

describe('notes in a text that arrives in pieces', () => {
  test('are left out wherever the text is cut, and nothing else is', () => {
    fc.assert(
      fc.property(outline, fc.array(fc.nat(), { maxLength: 40 }), (value, places) => {
        const fenced = (notes: boolean) => `\`\`\`markdown\n${writeOutline(value, { notes })}\`\`\`\n`;
        expect(filtered(cut(fenced(true), places))).toBe(fenced(false));
      }),
      { numRuns: runs(1000) },
    );
  });

  test('are left out when every character is a piece', () => {
    const text =
      '# T\n\n<!-- language: en -->\n\n## C\n\n<!-- type: x -->\n\n< b <!-- c\n\n<!-\n\n<!-- ending: Bye -->\n```\n';
    expect(filtered([...text])).toBe('# T\n\n## C\n\n< b <!-- c\n\n<!-\n```\n');
  });

  test('what looks like a note in code is kept', () => {
    const text = '# T\n\n<!-- type: x -->\n\n~~~~\n<!-- type: y -->\n~~~\n\n<!--\n~~~~\n\n<!-- ending: Bye -->\n';
    expect(filtered([...text])).toBe('# T\n\n~~~~\n<!-- type: y -->\n~~~\n\n<!--\n~~~~\n');
  });

  test('text travels as soon as it cannot be a note', () => {
    const filter = new NoteFilter();
    expect(filter.push('# The ')).toBe('# The ');
    expect(filter.push('title\n')).toBe('title');
    expect(filter.push('\n<!')).toBe('');
    expect(filter.push('x')).toBe('\n\n<!x');
    expect(filter.push('\n\n')).toBe('');
    expect(filter.end()).toBe('\n\n');
  });
});

import fc from 'fast-check';
import { graphemes, segments } from '../../src/base/text/segments';
import { runs } from '../deep';

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
const whole = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment);

describe('the characters of a text', () => {
  it('are those of the segmenter, wherever a window ends', () => {
    const pieces = [
      'a',
      'é',
      'e\u0301',
      '\u0301',
      '👨‍👩‍👧',
      '🇩🇪',
      '🇩',
      '👍🏽',
      '\u200d',
      '\r\n',
      'क्षि',
      '한',
      '\ud83d',
      '\udc00',
      '中',
      '\ufe0f',
    ];
    const text = fc
      .array(fc.tuple(fc.constantFrom(...pieces), fc.integer({ min: 1, max: 90 })), { maxLength: 20 })
      .map((runs) => runs.map(([piece, times]) => piece.repeat(times)).join(''));
    fc.assert(
      fc.property(text, (value) => expect([...graphemes(value)]).toEqual(whole(value))),
      { numRuns: runs(300) },
    );
  });

  it('may be longer than a window', () => {
    const long = `e${'\u0301'.repeat(3000)}`;
    expect([...graphemes(`a${long}b`)]).toEqual(['a', long, 'b']);
  });
});

describe('sentences', () => {
  it.each(['en', 'zh'])('in %s are those of the whole text', (language) => {
    const sentences = new Intl.Segmenter(language, { granularity: 'sentence' });
    const words = [
      'It rose by 3.5 % in Q2. ',
      'Dr. Smith agreed. ',
      '“Really?” ',
      'No! ',
      'e.g. this ',
      '委员会审阅了全部提案。',
      '数据的来源、口径',
      '\n',
      'x ',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words), { maxLength: 400 }), (chosen) => {
        const text = chosen.join('');
        const found = [...segments(sentences, text, { window: 1000, margin: 200 })];
        expect(found).toEqual(Array.from(sentences.segment(text), ({ segment }) => segment));
      }),
      { numRuns: runs(100) },
    );
  });
});

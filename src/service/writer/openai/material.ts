import type { Language } from '../../../outline/outline';

/**
 * A number with its currency, percent sign or scale. Digits inside a name, such as "CO2" or "COVID-19", are part of the
 * name.
 */
const NUMBER =
  /(?<![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}_]|\p{Script=Latin}[-–]|\d[.,])(?:[$€£¥]\s?)?\d+(?:[.,]\d+)*(?:\s?(?:%|‰|percent\b|times\b|(?:thousand|million|billion|trillion)\b|[$€£¥]|[万亿倍成]))?/gu;
/** Four or more words, or eight or more Chinese characters, in quotation marks. */
const QUOTATION = /[“"「]([^“”"「」]{8,})[”"」]/gu;
const WORDS_OF_A_QUOTATION = 4;
/** "3 steps" and "Part 2" count what is on the slide; "3 %" and "3 million" claim a fact. */
const COUNT = /^(?:\d|10)$/;

/** A shorter text is in any material by chance. */
const SHORTEST_NAME = 2;

const REPLACED = {
  en: { number: '[figure]', quotation: '[quotation]' },
  zh: { number: '[数字]', quotation: '[引文]' },
} as const satisfies Record<Language, unknown>;

/** What the user gave: the only place from which the text of a model may take numbers and quotations. */
export class Material {
  private readonly numbers: Set<string>;
  private readonly words: string;

  constructor(
    given: string,
    private readonly language: Language,
  ) {
    const text = given.normalize('NFKC');
    this.numbers = new Set(Array.from(text.matchAll(/\d+(?:[.,]\d+)*/g), ([number]) => digits(number)));
    this.words = plain(text);
  }

  /**
   * The numbers and quotations of a text that the user did not give, as they are written.
   * @param isData the text is a value, such as a table cell, in which small numbers claim a fact too
   */
  invented(text: string, isData = false): string[] {
    const found: string[] = [];
    const note = (part: string) => {
      found.push(part);
      return part;
    };
    this.replaced(text, note, isData);
    return found;
  }

  /** The text with a visible prompt in place of each invented number and quotation. */
  withPrompts(text: string, isData = false): string {
    const { number, quotation } = REPLACED[this.language];
    return this.replaced(text, (_, kind) => (kind === 'number' ? number : quotation), isData);
  }

  /** Whether a text is a value with at least one number, and the user gave all of its numbers. */
  isGivenValue(text: string): boolean {
    return /\d/.test(text.normalize('NFKC')) && this.invented(text, true).length === 0;
  }

  /** Whether the user gave these words, apart from case and punctuation: a source, a person, a quotation. */
  names(text: string): boolean {
    const words = plain(text);
    return (
      words.length >= SHORTEST_NAME && ` ${this.words} `.includes(/\p{Script=Han}/u.test(words) ? words : ` ${words} `)
    );
  }

  /** The prompt that takes the place of a quotation. */
  get quotationPrompt(): string {
    return REPLACED[this.language].quotation;
  }

  private replaced(text: string, by: (part: string, kind: 'number' | 'quotation') => string, isData: boolean): string {
    return text
      .normalize('NFC')
      .replace(QUOTATION, (whole, inner: string) =>
        isQuotation(inner) && !this.words.includes(plain(inner)) ? by(whole, 'quotation') : whole,
      )
      .replace(/[０-９％]/g, (wide) => wide.normalize('NFKC'))
      .replace(NUMBER, (whole) => {
        const isGiven = this.numbers.has(digits(whole)) || (!isData && COUNT.test(whole));
        return isGiven ? whole : by(whole, 'number');
      });
  }
}

function isQuotation(inner: string): boolean {
  return /\p{Script=Han}{2}/u.test(inner) || inner.trim().split(/\s+/).length >= WORDS_OF_A_QUOTATION;
}

/** "1,200" and "1200" are the same number; "1.2" and "12" are not. */
function digits(number: string): string {
  return number.replace(/[^\d.,]/g, '').replace(/,(?=\d{3}(?!\d))/g, '');
}

function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

import { oneLine, plainText, type WordElement } from './word-elements';

const RAISED = [...'⁰¹²³⁴⁵⁶⁷⁸⁹'];

/** Numbers the footnotes and endnotes of a document in reading order. */
export class NoteReader {
  private readonly marks = new Map<WordElement, string>();
  private count = 0;
  private texts: string[] = [];

  constructor(private readonly notes: WordElement['notes']) {}

  /** The raised number of a reference; empty for a note without text. */
  readonly mark = (reference: WordElement): string => {
    const known = this.marks.get(reference);
    if (known !== undefined) return known;
    const body = this.notes?.resolve(reference)?.body ?? [];
    const text = oneLine(body.map((element) => plainText(element)).join(' '));
    if (text !== '') this.count += 1;
    const mark = text === '' ? '' : [...String(this.count)].map((digit) => RAISED[Number(digit)]!).join('');
    if (text !== '') this.texts.push(`${mark} ${text}`);
    this.marks.set(reference, mark);
    return mark;
  };

  /** The notes whose references were read since the last call. */
  taken(): string[] {
    const { texts } = this;
    this.texts = [];
    return texts;
  }
}

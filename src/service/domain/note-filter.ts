const OPENING = '<!--';
const FENCE = /^~{3,}$/;
/** A longer line of tildes is sent at once, so that the time does not depend on its length. */
const LONGEST_FENCE = 500;

/**
 * Removes notes from Markdown that arrives in pieces. Notes are the comment lines in which `writeOutline` stores what
 * Markdown cannot express; it escapes their prefix in normal text, and in code the same characters are kept. The line
 * breaks before notes are removed too, so the result equals the output of `writeOutline` without notes. Line breaks, and
 * a line prefix that may start a note or be a fence, are held back until the next piece.
 */
export class NoteFilter {
  private waiting = '';
  private breaks = '';
  private place: 'line start' | 'line' | 'note' = 'line start';
  /** Closing fence of the current code. */
  private fence: string | undefined;

  /** Returns the text that can be sent now; may be empty. */
  push(piece: string): string {
    const lines = piece.split('\n');
    return lines.map((words, at) => (at === 0 ? '' : this.lineBreak()) + this.words(words)).join('');
  }

  /** Returns the text still held back at the end. */
  end(): string {
    return this.breaks + this.waiting;
  }

  private words(words: string): string {
    if (words === '' || this.place === 'note') return '';
    if (this.place === 'line') return words;
    this.waiting += words;
    if (this.mayBeMark()) return '';
    if (this.fence === undefined && this.waiting.startsWith(OPENING)) {
      this.place = 'note';
      this.waiting = '';
      this.breaks = '';
      return '';
    }
    this.place = 'line';
    return this.released();
  }

  /** Whether the line so far is the prefix of a note, or of a fence. */
  private mayBeMark(): boolean {
    if (this.waiting.length < OPENING.length && OPENING.startsWith(this.waiting)) return this.fence === undefined;
    return this.waiting.length < LONGEST_FENCE && /^~+$/.test(this.waiting);
  }

  private lineBreak(): string {
    if (FENCE.test(this.waiting)) {
      if (this.fence === undefined) this.fence = this.waiting;
      else if (this.fence === this.waiting) this.fence = undefined;
    }
    const out = this.waiting === '' ? '' : this.released();
    this.place = 'line start';
    this.breaks += '\n';
    return out;
  }

  private released(): string {
    const out = this.breaks + this.waiting;
    this.breaks = '';
    this.waiting = '';
    return out;
  }
}

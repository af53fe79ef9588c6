const OPENING = '<!--';

/**
 * Removes notes from Markdown that arrives in pieces. Notes are the comment lines in which `writeOutline` stores what
 * Markdown cannot express; it escapes their prefix in normal text. The line breaks before them are removed too, so the
 * result equals the output of `writeOutline` without notes. Line breaks, and a line prefix that may start a note, are
 * held back until the next piece.
 */
export class NoteFilter {
  private waiting = '';
  private breaks = '';
  private place: 'line start' | 'line' | 'note' = 'line start';

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
    if (this.waiting.length < OPENING.length && OPENING.startsWith(this.waiting)) return '';
    if (this.waiting.startsWith(OPENING)) {
      this.place = 'note';
      this.waiting = '';
      this.breaks = '';
      return '';
    }
    this.place = 'line';
    return this.released();
  }

  private lineBreak(): string {
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

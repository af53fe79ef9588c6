const OPENING = '<!--';

/**
 * Takes the notes out of Markdown that arrives in pieces: the lines of comment in which `writeOutline` puts what Markdown
 * has no form for (in text it escapes their beginning). They go with the line breaks before them, so what is left is what
 * `writeOutline` writes without notes. Line breaks, and a line's beginning that may be a note's, wait for the next piece.
 */
export class NoteFilter {
  private waiting = '';
  private breaks = '';
  private place: 'line start' | 'line' | 'note' = 'line start';

  /** The part of the text that may travel by now; may be empty. */
  push(piece: string): string {
    const lines = piece.split('\n');
    return lines.map((words, at) => (at === 0 ? '' : this.lineBreak()) + this.words(words)).join('');
  }

  /** What still waits at the end of the text. */
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

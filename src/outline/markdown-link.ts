const ESCAPABLE = /[!-/:-@[-`{-~]/;
/** Characters that end the URL or the title of a link. */
const ENDS = [')', '>', '"', "'"] as const;

/**
 * Finds the ends of the inline links of a line, as defined by CommonMark: a URL with balanced parentheses or in `<` and
 * `>`, and a title in quotation marks or parentheses. URLs with spaces or with an extra parenthesis count as links as
 * well, because only the link text is needed. Each position is visited once, so the time is linear even for a line of
 * opening brackets.
 */
export class LinkEnds {
  /** The `)` that matches each `(`. Here and below, the length of the line means none. */
  private readonly partner: Int32Array;
  /** From each position: the next white space, the next other character, the next unescaped end of each kind. */
  private readonly space: Int32Array;
  private readonly word: Int32Array;
  private readonly next: Record<(typeof ENDS)[number], Int32Array>;

  constructor(private readonly source: string) {
    const none = source.length;
    const places = () => new Int32Array(none + 2).fill(none);
    this.partner = places();
    this.space = places();
    this.word = places();
    this.next = { ')': places(), '>': places(), '"': places(), "'": places() };
    const isEscaped = this.findPartners();
    for (let at = none - 1; at >= 0; at -= 1) {
      const char = source[at]!;
      const isSpace = char.trim() === '';
      this.space[at] = isSpace ? at : this.space[at + 1]!;
      this.word[at] = isSpace ? this.word[at + 1]! : at;
      for (const end of ENDS) this.next[end][at] = char === end && !isEscaped[at] ? at : this.next[end][at + 1]!;
    }
  }

  /**
   * Returns the position of the `)` that ends the link whose URL starts at the `(` at `open`; undefined if there is
   * none.
   */
  of(open: number): number | undefined {
    const { source, partner, space, word, next } = this;
    const from = word[open + 1]!;
    const angled = source[from] === '<' ? next['>'][from]! : source.length;
    const isAngled = angled < source.length;
    const end = isAngled ? angled + 1 : space[from]!;
    if (!isAngled && partner[open]! < end) return partner[open];
    const title = word[end]!;
    if (source[title] === ')') return title;
    const closing = this.endOfTitle(title);
    const after = closing === undefined ? source.length : word[closing + 1]!;
    if (source[after] === ')') return after;
    const close = partner[open]! < source.length ? partner[open]! : next[')'][open]!;
    return close < source.length ? close : undefined;
  }

  private endOfTitle(title: number): number | undefined {
    const mark = this.source[title];
    if (mark === '"' || mark === "'") return this.next[mark][title + 1];
    return mark === '(' ? this.partner[title] : undefined;
  }

  /** Returns which characters are escaped by a backslash. */
  private findPartners(): Uint8Array {
    const { source } = this;
    const isEscaped = new Uint8Array(source.length + 1);
    const open: number[] = [];
    for (let at = 0; at < source.length; at += 1) {
      const char = source[at]!;
      if (char === '\\' && ESCAPABLE.test(source[at + 1] ?? '')) {
        at += 1;
        isEscaped[at] = 1;
      } else if (char === '(') open.push(at);
      else if (char === ')') {
        const start = open.pop();
        if (start !== undefined) this.partner[start] = at;
      }
    }
    return isEscaped;
  }
}

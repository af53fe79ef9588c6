/** The longest mark around the thoughts of a model. */
const LONGEST_MARK = '</thinking>'.length;

/**
 * Finds the elements of one list in JSON that arrives in pieces, each as soon as it is complete. Text and code fences
 * around the JSON, the thoughts of a model, line breaks in strings and commas after the last element are tolerated. An
 * object without the list is itself the only element. Linear time.
 */
export class JsonElements {
  private readonly open: ('{' | '[')[] = [];
  /** The current element, or the JSON before the first one. */
  private text = '';
  /** The current string without its quotes; undefined outside of strings. */
  private string: string | undefined;
  private lastString = '';
  private escaped = false;
  /** Depth of the brackets around the current element, and inside the list; undefined outside. */
  private around: number | undefined;
  private list: number | undefined;
  private hasList = false;
  /** A comma is passed on when something follows it. */
  private comma = false;
  /** The last character of the JSON that is not white space. */
  private last = '';
  private tail = '';
  private thinking = false;
  private candidate: '{' | '[' | undefined;

  /** Whether any JSON has begun. */
  isFound = false;
  /** The JSON before the list, such as a title. */
  head = '';

  /** @param name key of the list, in small letters */
  constructor(private readonly name: string) {}

  /** Whether the JSON ends in the middle. */
  get isOpen(): boolean {
    return this.open.length > 0;
  }

  /** Returns the texts of the elements that the piece completes. */
  push(piece: string): string[] {
    const complete: string[] = [];
    for (const character of piece) {
      if (this.open.length === 0) this.before(character);
      else if (this.string !== undefined) this.ofString(character, this.string);
      else this.within(character, complete);
    }
    return complete;
  }

  /** Looks for the start of JSON: a bracket that a key, an object or a closing bracket follows. */
  private before(character: string): void {
    this.tail = (this.tail + character).slice(-LONGEST_MARK);
    if (character === '>' && /<\/?think(?:ing)?>$/i.test(this.tail)) this.thinking = !this.tail.includes('</');
    if (this.thinking) return;
    if (this.candidate !== undefined && /["{}\]]/.test(character)) {
      const first = this.candidate;
      this.candidate = undefined;
      this.isFound = true;
      this.text = '';
      this.last = '';
      this.hasList = false;
      this.within(first, []);
      this.within(character, []);
    } else if (character === '{' || character === '[') this.candidate = character;
    else if (!/\s/.test(character)) this.candidate = undefined;
  }

  private ofString(character: string, before: string): void {
    if (character === '"' && !this.escaped) {
      this.text += `${before}"`;
      this.lastString = before;
      this.string = undefined;
      return;
    }
    this.escaped = character === '\\' && !this.escaped;
    this.string = before + (character < ' ' ? JSON.stringify(character).slice(1, -1) : character);
  }

  private within(character: string, complete: string[]): void {
    if (/\s/.test(character)) return;
    if (character === ',') this.comma = true;
    else if (character === '}' || character === ']') this.close(character, complete);
    else {
      if (this.comma) this.text += ',';
      this.comma = false;
      if (character === '{' || character === '[') this.begin(character);
      this.text += character;
      if (character === '"') this.string = '';
    }
    this.last = character;
  }

  private begin(bracket: '{' | '['): void {
    const depth = this.open.length;
    const isNamed = this.last === ':' && this.lastString.toLowerCase() === this.name;
    if (bracket === '[' && this.list === undefined && (depth === 0 || isNamed)) {
      this.list = depth + 1;
      this.hasList = true;
      if (this.head === '') this.head = this.text;
    } else if (bracket === '{' && depth === this.list) {
      this.around = depth;
      this.text = '';
    }
    this.open.push(bracket);
  }

  private close(bracket: string, complete: string[]): void {
    this.comma = false;
    this.text += bracket;
    this.open.pop();
    const depth = this.open.length;
    if (depth === this.around || (depth === 0 && bracket === '}' && !this.hasList)) {
      complete.push(this.text);
      this.around = undefined;
    }
    if (this.list !== undefined && depth < this.list) this.list = undefined;
    if (depth === 0) this.tail = '';
  }
}

/** The value of JSON; undefined if it is not valid. */
export function jsonValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

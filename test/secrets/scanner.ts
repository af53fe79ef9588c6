/** Every form is found by its beginning; shorter values do not count as secrets. */
const PREFIX = 12;

/** Looks for secrets in texts of many megabytes: as they are, percent-encoded, as hex, and inside of any base64. */
export class Scanner {
  readonly #forms = new Map<string, { form: string; name: string }[]>();
  /** Which three characters a form begins with: most places of a text are passed over by this alone. */
  readonly #begins = new Uint8Array(1 << 16);
  readonly #known = new Set<string>();
  readonly kinds = new Map<string, string>();

  /** @param kind what it is, such as `token`; the first value of each kind is kept for the positive control. */
  add(kind: string, value: string | Buffer): void {
    const bytes = Buffer.from(value);
    const text = bytes.toString('latin1');
    if (bytes.length < PREFIX) throw new Error(`${kind} is too short to be looked for`);
    if (this.#known.has(text)) return;
    this.#known.add(text);
    if (!this.kinds.has(kind)) this.kinds.set(kind, text);
    for (const form of formsOf(bytes)) this.#keep(kind, form);
  }

  #keep(name: string, form: string): void {
    const prefix = form.slice(0, PREFIX);
    const kept = this.#forms.get(prefix);
    if (kept) kept.push({ form, name });
    else this.#forms.set(prefix, [{ form, name }]);
    this.#begins[placeOf(form, 0)] = 1;
  }

  /** Kinds of the secrets that a text holds, each once, with the text before the first. */
  hits(text: string): string[] {
    const found = new Map<string, string>();
    for (let at = 0; at <= text.length - PREFIX; at++) {
      if (this.#begins[placeOf(text, at)] === 0) continue;
      for (const { form, name } of this.#forms.get(text.slice(at, at + PREFIX)) ?? []) {
        if (!found.has(name) && text.startsWith(form, at)) found.set(name, text.slice(Math.max(0, at - 80), at));
      }
    }
    return [...found].map(([name, before]) => `${name} after ${JSON.stringify(before)}`);
  }
}

function placeOf(text: string, at: number): number {
  return (text.charCodeAt(at) * 1_021 + text.charCodeAt(at + 1) * 37 + text.charCodeAt(at + 2)) & 0xffff;
}

function formsOf(bytes: Buffer): Set<string> {
  const text = bytes.toString('latin1');
  // What base64 makes of it depends on where it begins in groups of three; the characters at both ends mix with others.
  const inBase64 = [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const inner = encoded.slice(before === 0 ? 0 : before + 1, -1);
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
  });
  return new Set(
    [text, encodeURIComponent(text), bytes.toString('hex'), ...inBase64].filter((form) => form.length >= PREFIX),
  );
}

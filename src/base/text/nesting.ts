const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Whether brackets nest deeper than the limit. Checked before parsing, because the schemas recurse and would overflow
 * the stack on a hundred thousand brackets.
 */
export function nestsDeeperThan(json: string, limit: number): boolean {
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    const char = json.charCodeAt(at);
    if (char === QUOTE) {
      at = endOfText(json, at);
    } else if (char === 0x5b || char === 0x7b) {
      depth++;
      if (depth > limit) return true;
    } else if (char === 0x5d || char === 0x7d) {
      depth--;
    }
  }
  return false;
}

/** Position of the quote that ends the string starting at `start`, or of the end of the text. */
function endOfText(json: string, start: number): number {
  let quote = json.indexOf('"', start + 1);
  while (quote !== -1) {
    let backslashes = 0;
    while (json.charCodeAt(quote - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return quote;
    quote = json.indexOf('"', quote + 1);
  }
  return json.length;
}

/** Marks the words of a Markdown quotation, so that they stay a quotation without Markdown. */

/** Longer text is an extract, which no one reads as the words of a person. */
const LONGEST = 400;
const SHORTEST = 8;
/** A note in the form of a quotation: `> Note: …`, `> [!TIP] …`. */
const NOTE = /^(?:\[|[\p{L}\p{M} ]{1,24}[:：])/u;
const MARKED = /["“”„«»「」『』]/u;
const DASH = /^(?:[—–―]|--?(?!-))\s*/u;
const AUTHOR = /(?:(?:\s|(?<=[。！？]))[—–―]{1,2}|\s--)\s*(?=[\p{Lu}\p{Lo}])[^—–―.!?。！？]{2,60}$/u;

/** `We ship. — Ann` becomes `“We ship.” — Ann`; a note, a line with the author and marked words stay as they are. */
export function inQuotationMarks(text: string): string {
  const line = text.trim();
  if (line.length > LONGEST || NOTE.test(line) || MARKED.test(line) || DASH.test(line)) return text;
  const words = line.replace(AUTHOR, '');
  return words.length < SHORTEST ? text : `“${words}”${line.slice(words.length)}`;
}

import { wireExamples } from './index';

export type { WireExample } from './index';

export const FINISHED_EXPORT = 'download links';

/** An example's name in lists and test titles. */
export const labelOf = ({ endpoint, title }: { endpoint: string; title: string }) => `${endpoint}, ${title}`;

/**
 * Examples of what the client must be able to read from other services. The service answers these requests in the
 * form of another example of the same endpoint (or, for suits, of a neighbour), which the specification states.
 */
export const ANSWERED_IN_THE_FORM_OF: Record<string, string> = {
  'searchSuits, with the pagination fields lying flat beside the list': 'searchSuits, by colour, style and ids',
  'readAlternativeContent, a stream, as it is listed': 'readAlternativeContent, one envelope with the whole Markdown',
  'countUserOutlines, two users, a plain array': 'countUserOutlines, the array serialised as a string',
};

/** Examples whose request bytes are complete in form and wrong in content: the service must say so, by this code. */
export const REFUSED: Record<string, { code: number; msg: RegExp }> = {
  // The tree has a root without text.
  'saveOutline, the tree as JSON text': { code: 40000, msg: /^content cannot be used/ },
  // The document is the first bytes of a zip and nothing else.
  'createTask, a document, line breaks in a text, advanced options': { code: 40000, msg: /file|document/ },
};

export function exampleNamed(label: string) {
  const found = wireExamples.find((example) => labelOf(example) === label);
  if (!found) throw new Error(`no wire example "${label}"`);
  return found;
}

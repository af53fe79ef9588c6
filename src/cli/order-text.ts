import type { PresentationInput } from '../presentation/input';

/** Temporal takes 400 bytes for a summary; the title alone is kept to half of it. */
const SUMMARY_BYTES = 200;

/** The line under which the Temporal UI lists the deck. */
export function summaryOf({ title }: Pick<PresentationInput, 'title'>): string {
  return cutToBytes(title, SUMMARY_BYTES);
}

/** What was ordered, as the Markdown panel of the Temporal UI. */
export function detailsOf(input: PresentationInput): string {
  const lines = [
    `- title: ${input.title}`,
    `- user: ${input.uid}`,
    `- request: ${input.request}`,
    ...(input.content === undefined ? [] : [`- content: ${input.content}`]),
    ...(input.template === undefined ? [] : [`- template: ${input.template.id} (type ${input.template.type})`]),
    ...(input.formats === undefined ? [] : [`- formats: ${input.formats.join(', ')}`]),
  ];
  return lines.join('\n');
}

/** The longest beginning that fits, cut between characters. */
export function cutToBytes(text: string, most: number): string {
  if (Buffer.byteLength(text) <= most) return text;
  const ellipsis = '…';
  let cut = '';
  for (const character of text) {
    if (Buffer.byteLength(cut + character + ellipsis) > most) break;
    cut += character;
  }
  return cut + ellipsis;
}

import { panel, plain, shortened } from '../../core/markdown';
import { outlineFacts } from '../../outline/outline-facts';
import { tidiedMarkdown } from '../../outline/tidied-markdown';
import type { PresentationInput } from './input';

/** The summary of the deck in the Temporal UI. */
export function summaryOf(input: PresentationInput): string {
  return shortened(headlineOf(input));
}

/** The title of the deck before its source is read. */
export function headlineOf(input: PresentationInput): string {
  const { title, markdown, from } = input;
  if (title !== undefined) return title;
  if (markdown === undefined && from?.designId === undefined) return sourceText(input) ?? '';
  if (from?.designId !== undefined) return `design ${from.designId}`;
  return titleOfText(typeof markdown === 'string' ? markdown : (markdown?.preview ?? ''));
}

/** The title of a text that a person wrote, read as the deck will read it. */
export const titleOfText = (text: string): string => outlineFacts(tidiedMarkdown(text)).title || 'a text';

/** The query of a URL may be a signature. */
function withoutQuery(url: string): string {
  return url.split(/[?#]/, 1)[0]!;
}

/** The input as a Markdown panel of the Temporal UI. */
export function detailsOf(input: PresentationInput): string {
  const { document, from, options, template, edit, zip, settings = {} } = input;
  const lines: string[] = [];
  const bullet = (name: string, value: string | number | undefined) => {
    if (value !== undefined && value !== '') lines.push(`- ${name}: ${plain(String(value))}`);
  };
  const pairs = (fields: object) =>
    Object.entries(fields)
      .map(([key, value]) => `${key} ${value}`)
      .join(', ');
  bullet('title', headlineOf(input));
  bullet('user', input.uid);
  bullet('channel', input.channel);
  bullet('request', input.request);
  bullet('source', sourceText(input));
  bullet('treatment', document?.treatment);
  bullet('length', input.slides && `about ${input.slides} slides`);
  bullet('continues from', from && pairs(from));
  bullet('kind', input.kind);
  bullet('audience', input.audience);
  bullet('to remember', input.remember?.join(' / '));
  bullet('provider', input.provider);
  bullet('options', options && pairs(options));
  bullet('content', input.content);
  if (input.proLayout) bullet('layout', 'pro');
  bullet('template', template && pairs(template));
  bullet('formats', input.formats?.join(', '));
  if (edit === false) bullet('slides', 'images instead of editable text');
  if (zip) bullet('images', 'in one zip file');
  for (const gate of ['review', 'contentReview'] as const) {
    const mode = (settings[gate] as { mode?: unknown } | undefined)?.mode;
    if (typeof mode === 'string') bullet(gate === 'review' ? 'outline review' : 'content review', mode);
  }
  return panel(lines);
}

function sourceText({ document, topic, markdown }: PresentationInput): string | undefined {
  if (document !== undefined) return `document ${document.file?.name ?? document.path ?? withoutQuery(document.url!)}`;
  if (topic !== undefined) return `topic ${topic}`;
  return markdown === undefined ? undefined : 'a finished text';
}

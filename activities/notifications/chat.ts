import { cut } from '../../src/base/text/cut';
import { plain } from '../../src/core/markdown';
import type { MessageContent } from './content';

/** Maximum characters: Slack's of a header, a section and a field, each with room for an ellipsis. */
const MOST = { heading: 150, message: 3000, fact: 500 };
/** Maximum fields of a section in Slack. */
const FIELDS = 10;

/**
 * A message for an incoming webhook of Slack. Texts of other people are never markup. The link is not a button, because
 * Slack expects an app to answer a click on one and shows a warning otherwise.
 */
export function slackMessage({ heading, message, facts, link, downloads, warning }: MessageContent): object {
  const text = (content: string, most: number) => ({ type: 'plain_text', text: cut(content, most), emoji: false });
  const fields = facts.map(([name, value]) => text(`${name}: ${value}`, MOST.fact));
  const parts = Array.from({ length: Math.ceil(fields.length / FIELDS) }, (_, at) =>
    fields.slice(at * FIELDS, (at + 1) * FIELDS),
  );
  const links = [...(link ? [link] : []), ...downloads].map(({ label, url }) => {
    const address = url.replace(/[<>|]/g, encodeURIComponent);
    return { type: 'section', text: { type: 'mrkdwn', text: `*<${address}|${escaped(cut(label, MOST.heading))}>*` } };
  });
  return {
    // For notifications on the screen. Markup is read in it.
    text: escaped(heading),
    blocks: [
      { type: 'header', text: text(heading, MOST.heading) },
      { type: 'section', text: text(message, MOST.message) },
      ...parts.map((part) => ({ type: 'section', fields: part })),
      ...links,
      ...(warning ? [{ type: 'context', elements: [text(warning, MOST.message)] }] : []),
    ],
  };
}

/** Text without Slack's markup; a bar would end the label of a link. */
const escaped = (text: string) =>
  text.replace(/[&<>|]/g, (mark) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '|': '¦' })[mark]!);

/** A message for a webhook of Teams (the app *Workflows*): an Adaptive Card below Teams' limit of 28 KB. */
export function teamsMessage({ heading, message, facts, link, downloads, warning }: MessageContent): object {
  const block = (text: string, rest: object) => ({ type: 'TextBlock', text, wrap: true, ...rest });
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      block(plain(cut(heading, MOST.heading)), { size: 'Medium', weight: 'Bolder' }),
      block(plain(cut(message, MOST.message)), {}),
      { type: 'FactSet', facts: facts.map(([title, value]) => ({ title, value: plain(cut(value, MOST.fact)) })) },
      ...(warning ? [block(warning, { size: 'Small', isSubtle: true })] : []),
    ],
    actions: [...(link ? [link] : []), ...downloads].map(({ label, url }) => ({
      type: 'Action.OpenUrl',
      title: cut(label, MOST.heading),
      url,
    })),
  };
  return {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content }],
  };
}

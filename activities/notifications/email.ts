import { addressOf } from '../../src/config';
import type { DeckEvent } from '../../src/core/notices';
import { contentOf, type MessageContent } from './content';
import { htmlOf } from './email-html';

/** A message in the form that nodemailer expects. */
export interface Email {
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  headers: Record<string, string>;
}

const CONFIGURED = 'You received this email because your address is in the notification settings.';

/**
 * An event as a message to one person. The Message-ID is derived from the event's ID, so that mail programs recognize a
 * duplicate that was sent after a lost response.
 */
export function emailOf(event: DeckEvent, id: string, { from, to }: { from: string; to: string }): Email {
  const content = contentOf(event);
  const closing = content.warning ?? CONFIGURED;
  return {
    from,
    to,
    subject: content.heading,
    text: textOf(content, closing),
    html: htmlOf(content, closing),
    messageId: `<${id}@${addressOf(from).split('@')[1]}>`,
    // Keeps out-of-office replies and other auto-responders from answering.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Deck-Event': event.type },
  };
}

function textOf({ heading, message, facts, link, downloads }: MessageContent, closing: string): string {
  return [
    heading,
    message,
    ...[...(link ? [link] : []), ...downloads].map(({ label, url }) => `${label}:\n${url}`),
    facts.map(([name, value]) => `${name}: ${value}`).join('\n'),
    `-- \n${closing}`,
  ].join('\n\n');
}

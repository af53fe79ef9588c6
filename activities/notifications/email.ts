import { basename } from 'node:path';
import { oneLine, readableThroughout } from '../../src/base/text/unprintable';
import { withoutFolders } from '../../src/base/text/without-folders';
import { addressOf } from '../../src/config';
import type { DeckEvent } from '../../src/core/notices';
import { frameWords } from '../../src/core/remarks';
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

/** The content of a message, independent of text or HTML. */
export interface EmailContent {
  heading: string;
  message: string;
  facts: [name: string, value: string][];
  link?: { label: string; url: string };
  closing: string;
}

const MAX_TITLE_LENGTH = 80;
/** A deck that is exported as images has one file per slide. */
const MAX_FILES = 8;

/**
 * An event as a message to one person. The Message-ID is derived from the event's ID, so that mail programs recognize a
 * duplicate that was sent after a lost response.
 */
export function emailOf(event: DeckEvent, id: string, { from, to }: { from: string; to: string }): Email {
  const content = contentOf(readableThroughout(event));
  return {
    from,
    to,
    subject: content.heading,
    text: textOf(content),
    html: htmlOf(content),
    messageId: `<${id}@${addressOf(from).split('@')[1]}>`,
    // Keeps out-of-office replies and other auto-responders from answering.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Deck-Event': event.type },
  };
}

function contentOf({ type, data }: DeckEvent): EmailContent {
  const { deck, stage, revision, due, problem, remedy, files = [], reviewUrl, message } = data;
  const decides = type.startsWith('review.');
  const facts: [string, string | undefined][] = [
    ['Deck', shortened(data.title)],
    ['Revision', revision?.toString()],
    ['Review deadline', due?.replace(/^(.{10})T(.{5}).*$/, '$1 at $2 UTC')],
    ['Stage', type === 'deck.parked' ? stage : undefined],
    ['Failure', problem],
    ['What to do', remedy && withoutFolders(remedy)],
    ...files
      .slice(0, MAX_FILES)
      .map(({ path, bytes }): [string, string] => ['File', `${basename(path)}, ${kilobytes(bytes)}`]),
    ['More files', files.length > MAX_FILES ? String(files.length - MAX_FILES) : undefined],
    ['ID', deck],
  ];
  return {
    heading: headingOf(type, data),
    message: sentence(oneLine(withoutFolders(message))),
    facts: facts.flatMap(([name, value]) => (value === undefined ? [] : [[name, oneLine(value)]])),
    ...(reviewUrl === undefined ? {} : { link: { label: decides ? 'Review now' : 'View deck', url: reviewUrl } }),
    closing:
      decides && reviewUrl !== undefined
        ? 'Anyone with this link can decide on the deck. Forward it only to people who are allowed to.'
        : 'You received this email because your address is in the notification settings.',
  };
}

function headingOf(
  type: DeckEvent['type'],
  { title, gate = 'outline', revision, openPrompts }: DeckEvent['data'],
): string {
  const deck = `“${shortened(title)}”`;
  switch (type) {
    case 'review.requested':
      return `Please review the ${gate} of ${deck}${revision === undefined || revision === 1 ? '' : ` (revision ${revision})`}`;
    case 'review.reminder':
      return `Reminder: the ${gate} of ${deck} is waiting for your review`;
    case 'review.escalated':
      return `Escalation: no one has reviewed the ${gate} of ${deck} yet`;
    case 'review.changes_requested':
      return `Changes requested to the ${gate} of ${deck}`;
    case 'deck.parked':
      return `${deck} is parked`;
    case 'deck.delivered':
      return openPrompts === undefined ? `${deck} is ready` : `${deck} is a ${frameWords(openPrompts)}`;
    case 'deck.rejected':
      return `${deck} was rejected`;
    case 'deck.failed':
      return `${deck} failed`;
    case 'deck.cancelled':
      return `${deck} was cancelled`;
    case 'test':
      return 'Test: this address receives deck notifications';
  }
}

function textOf({ heading, message, facts, link, closing }: EmailContent): string {
  return [
    heading,
    message,
    ...(link === undefined ? [] : [`${link.label}:\n${link.url}`]),
    facts.map(([name, value]) => `${name}: ${value}`).join('\n'),
    `-- \n${closing}`,
  ].join('\n\n');
}

function sentence(text: string): string {
  const [first = '', ...rest] = text;
  return `${first.toUpperCase()}${rest.join('')}${/[.!?…。！？]$/.test(text) ? '' : '.'}`;
}

function shortened(title: string): string {
  const characters = [...title.replace(/\s+/g, ' ').trim()];
  return characters.length <= MAX_TITLE_LENGTH
    ? characters.join('')
    : `${characters.slice(0, MAX_TITLE_LENGTH).join('')}…`;
}

function kilobytes(bytes: number): string {
  return bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

import { basename } from 'node:path';
import { addressOf } from '../config/notification-settings';
import type { DeckEvent } from '../core/notices';
import { oneLine, readableThroughout } from '../text/unprintable';
import { withoutFolders } from '../text/without-folders';
import { htmlOf } from './email-html';

/** A message as nodemailer takes it. */
export interface Email {
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  headers: Record<string, string>;
}

/** What a message says, before it is text or HTML. */
export interface EmailContent {
  heading: string;
  message: string;
  facts: [name: string, value: string][];
  link?: { label: string; url: string };
  closing: string;
}

const LONGEST_TITLE = 80;
/** A deck as pictures has one a page. */
const MOST_FILES = 8;

/**
 * One event as a message to one person. The Message-ID comes from the event's, so that mail programs and people recognise
 * a message that was sent twice because its first sending was not answered.
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
    // Holiday notices and other machines do not answer what says this of itself.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Deck-Event': event.type },
  };
}

function contentOf({ type, data }: DeckEvent): EmailContent {
  const { deck, stage, revision, due, problem, remedy, files = [], reviewUrl, message } = data;
  const decides = type.startsWith('review.');
  const facts: [string, string | undefined][] = [
    ['Deck', shortened(data.title)],
    ['Revision', revision?.toString()],
    ['Ends by itself', due?.replace(/^(.{10})T(.{5}).*$/, '$1 at $2 UTC')],
    ['Stage', type === 'deck.parked' ? stage : undefined],
    ['Trouble', problem],
    ['What to do', remedy && withoutFolders(remedy)],
    ...files
      .slice(0, MOST_FILES)
      .map(({ path, bytes }): [string, string] => ['File', `${basename(path)}, ${kilobytes(bytes)}`]),
    ['And', files.length > MOST_FILES ? `${files.length - MOST_FILES} more files` : undefined],
    ['Id', deck],
  ];
  return {
    heading: headingOf(type, data),
    message: sentence(oneLine(withoutFolders(message))),
    facts: facts.flatMap(([name, value]) => (value === undefined ? [] : [[name, oneLine(value)]])),
    ...(reviewUrl === undefined
      ? {}
      : { link: { label: decides ? 'Read and decide' : 'Look at the deck', url: reviewUrl } }),
    closing:
      decides && reviewUrl !== undefined
        ? 'Whoever has this link can decide about the deck: pass it on only to those who may.'
        : 'Sent because the settings of the deck workers name this address (notifications.email).',
  };
}

function headingOf(type: DeckEvent['type'], { title, gate = 'outline', revision }: DeckEvent['data']): string {
  const deck = `“${shortened(title)}”`;
  switch (type) {
    case 'review.requested':
      return `Please review the ${gate} of ${deck}${revision === undefined || revision === 1 ? '' : ` (revision ${revision})`}`;
    case 'review.reminder':
      return `Reminder: the ${gate} of ${deck} waits for your review`;
    case 'review.escalated':
      return `Escalation: nobody has reviewed the ${gate} of ${deck} yet`;
    case 'deck.parked':
      return `${deck} needs help`;
    case 'deck.delivered':
      return `${deck} is ready`;
    case 'deck.rejected':
      return `${deck} was rejected`;
    case 'deck.failed':
      return `${deck} failed`;
    case 'deck.cancelled':
      return `${deck} was cancelled`;
    case 'test':
      return 'A test: messages about decks arrive here';
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
  return characters.length <= LONGEST_TITLE ? characters.join('') : `${characters.slice(0, LONGEST_TITLE).join('')}…`;
}

function kilobytes(bytes: number): string {
  return bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

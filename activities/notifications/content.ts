import { basename } from 'node:path';
import { oneLine, readableThroughout } from '../../src/base/text/unprintable';
import { withoutFolders } from '../../src/base/text/without-folders';
import type { DeckEvent } from '../../src/core/notices';
import { frameWords } from '../../src/core/remarks';

interface Link {
  label: string;
  url: string;
}

/** The content of a message, independent of its format. */
export interface MessageContent {
  heading: string;
  message: string;
  facts: [name: string, value: string][];
  link?: Link;
  /** One for each file, up to MAX_DOWNLOADS. */
  downloads: Link[];
  /** With a link that allows decisions. */
  warning?: string;
}

const MAX_TITLE_LENGTH = 80;
/** A deck that is exported as images has one file per slide. */
const MAX_FILES = 8;
/** Teams shows six buttons of a card. */
const MAX_DOWNLOADS = 4;
const OPEN_LINK = 'Anyone with this link can decide on the deck. Forward it only to people who are allowed to.';

/** What a person reads of an event. */
export function contentOf(event: DeckEvent): MessageContent {
  const { type, data } = readableThroughout(event);
  const { deck, stage, revision, due, problem, remedy, files = [], reviewUrl, message } = data;
  const decides = type.startsWith('review.') && type !== 'review.decided';
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
    downloads: files
      .slice(0, MAX_DOWNLOADS)
      .flatMap(({ path, downloadUrl: url }) =>
        url === undefined ? [] : [{ label: `Download ${oneLine(basename(path))}`, url }],
      ),
    ...(reviewUrl === undefined ? {} : { link: { label: decides ? 'Review now' : 'View deck', url: reviewUrl } }),
    ...(decides && reviewUrl !== undefined ? { warning: OPEN_LINK } : {}),
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
    case 'review.commented':
      return `New comment on the ${gate} of ${deck}`;
    case 'review.decided':
      return `Decision on the ${gate} of ${deck}`;
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

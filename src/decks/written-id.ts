import { WORKFLOW_ID_PREFIX } from '../core/deck-id';
import { DeckError } from './errors';

/** The forms of a deck ID, for the help of commands. */
export const DECK_ID = '<uid>/<key> or presentation/<uid>/<key>; with a channel, <uid>~<channel>/<key>';

const PREFIX = `${WORKFLOW_ID_PREFIX}/`;

/** The workflow id for a deck ID with or without `presentation/`. */
export function parseDeckId(text: string): string {
  const short = text.startsWith(PREFIX) ? text.slice(PREFIX.length) : text;
  const parts = short.split('/');
  if (parts.length !== 2 || parts.some((part) => part === '' || /[\s\u0000-\u001f]/.test(part))) {
    throw new DeckError('invalid-input', `${JSON.stringify(text)} is not a deck ID`, {
      remedy: 'use <uid>/<key>, or <uid>~<channel>/<key> if the user has a channel',
    });
  }
  return PREFIX + short;
}

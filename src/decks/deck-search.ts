import { deckPrefixOf } from '../core/deck-id';
import { PRESENTATION } from '../core/messages';
import { PresentationUid } from '../core/search-attributes';

/** Only names of these characters are put into a query, so that a search cannot break out of the quotes. */
const NAME = /^[\p{L}\p{N}._@+=/~%-]{1,200}$/u;

/**
 * Condition for the decks of a user with this name, and for those whose ID starts with the text, with or without the
 * user of the list. The server finds them among any number of decks. Undefined if the text cannot be such a name.
 */
export function namedCondition(
  text: string,
  { uid, channel }: { uid?: string | undefined; channel?: string | undefined } = {},
): string | undefined {
  if (!NAME.test(text)) return undefined;
  const starts = [
    text.startsWith(`${PRESENTATION}/`) ? text : `${PRESENTATION}/${text}`,
    ...(uid === undefined ? [] : [deckPrefixOf({ uid, channel }) + text]),
  ];
  const either = [`${PresentationUid.name} = '${text}'`, ...starts.map((start) => `WorkflowId STARTS_WITH '${start}'`)];
  return `(${either.join(' OR ')})`;
}

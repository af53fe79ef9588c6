import type { Settings } from '../config';
import type { CheckedInput } from '../input/input';
import { DeckError } from './errors';

/**
 * An input as the workflow would take it, read and checked once.
 * @param nameOf what the person or program calls a field of the input
 * @throws DeckError that names every wrong field
 */
export async function checkedInput(
  input: object,
  settings: Settings,
  nameOf: (field: string) => string = (field) => field,
): Promise<CheckedInput> {
  const { checkedDeck } = await import('../input/plan.js');
  try {
    return checkedDeck(input, settings).input;
  } catch (error) {
    throw new DeckError('invalid-input', readable((error as Error).message, nameOf), { cause: error });
  }
}

/** `title: title is empty` says the field twice where the sentence names it already. */
function readable(message: string, nameOf: (field: string) => string): string {
  return message
    .replace(/^the input does not fit: /, '')
    .replace(/(^|; )([\w.]+): (?=\2\b)/g, '$1')
    .replace(/(^|; )(?=(title|name|uid|request) )/g, '$1the ')
    .replace(/(^|; )(\w+)(?=: )/g, (_all, before: string, field: string) => before + nameOf(field));
}

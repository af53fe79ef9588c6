import type { Settings } from '../config';
import type { CheckedInput } from '../input/input';
import { DeckError } from './errors';

/**
 * Validates an input as the workflow would.
 * @param nameOf the name of a field for the caller, such as a command-line option
 * @throws DeckError that names every invalid field
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

/** Drops the path if the message itself names the field, as in `title: title is empty`. */
function readable(message: string, nameOf: (field: string) => string): string {
  return message
    .replace(/^invalid input: /, '')
    .replace(/(^|; )([\w.]+): (?=\2\b)/g, '$1')
    .replace(/(^|; )(?=(title|name|uid|request) )/g, '$1the ')
    .replace(/(^|; )(\w+)(?=: )/g, (_all, before: string, field: string) => before + nameOf(field));
}

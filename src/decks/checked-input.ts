import type { Settings } from '../config';
import { DeckError } from './errors';
import type { CheckedInput } from './input/input';
import type { Starter } from './input/plan';

/**
 * Validates an input as the workflow would.
 * @param forCaller replaces the names of fields in an error message, such as by command-line options
 * @throws DeckError that names every invalid field
 */
export async function checkedInput(
  input: object,
  settings: Settings,
  forCaller: (message: string) => string = (message) => message,
  starter: Starter = {},
): Promise<CheckedInput> {
  const { checkedDeck } = await import('./input/plan.js');
  try {
    return checkedDeck(input, settings, starter).input;
  } catch (error) {
    throw new DeckError('invalid-input', forCaller(readable((error as Error).message)), { cause: error });
  }
}

/** Drops the path if the message itself names the field, as in `title: title is empty`. */
function readable(message: string): string {
  return message
    .replace(/^invalid input: /, '')
    .replace(/(^|; )([\w.]+): (?=\2\b)/g, '$1')
    .replace(/(^|; )(?=(title|name|uid|request) )/g, '$1the ');
}

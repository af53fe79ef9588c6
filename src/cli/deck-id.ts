import { badInput } from './exit';

const PREFIX = 'presentation/';

/** `presentation/<uid>/<request>` of an ID as people write it: whole, or `<uid>/<request>`. */
export function parseDeckId(text: string): string {
  const short = text.startsWith(PREFIX) ? text.slice(PREFIX.length) : text;
  const parts = short.split('/');
  if (parts.length !== 2 || parts.some((part) => part === '' || /[\s\u0000-\u001f]/.test(part))) {
    throw badInput(
      `${JSON.stringify(text)} is not the ID of a deck; write <uid>/<request> or presentation/<uid>/<request>.`,
    );
  }
  return PREFIX + short;
}

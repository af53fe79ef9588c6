import type { Finding } from '../../client/account';
import { withOwnName } from '../terminal/program-name';
import { styled } from '../terminal/terminal';

const WIDTH = 24;
const marks = { ok: '✔', note: '·', missing: '✘' } as const;
const styles = { ok: 'green', note: 'dim', missing: 'red' } as const;

/** A finding as a line, and its remedy below it. */
export function findingLines({ name, state, message, remedy }: Finding): string[] {
  const line = `${styled(styles[state], marks[state], process.stdout)} ${name.padEnd(WIDTH)} ${message}`;
  return remedy === undefined
    ? [line]
    : [line, `  ${' '.repeat(WIDTH)} ${styled('dim', withOwnName(remedy), process.stdout)}`];
}

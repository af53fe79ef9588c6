import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { packageRoot } from '../io/package-root';
import { createProgram, runProgram } from './program';
import { endingOf } from './terminal/failures';
import { say, sayText } from './terminal/terminal';

/** Runs one command line and sets the exit code of the process. Never rejects: an error is printed to stderr. */
export async function runArguments(args: readonly string[]): Promise<void> {
  try {
    const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { version: string };
    await runProgram(createProgram(version), args);
  } catch (error) {
    fail(error);
  }
}

/** Prints an error as one sentence and sets the exit code that belongs to it. */
export function fail(error: unknown): void {
  const { exitCode, sentence, details = [] } = endingOf(error);
  if (process.env.DECK_DEBUG === '1') sayText(inspect(error));
  if (sentence !== '') say(sentence, ...details.map((line) => `  ${line}`));
  process.exitCode = exitCode;
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { packageRoot } from '../base/io/package-root';
import { createProgram, runProgram } from './program';
import { exitFor } from './terminal/failures';
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

/** Prints an error message and sets the matching exit code. */
export function fail(error: unknown): void {
  const { exitCode, message, details = [] } = exitFor(error);
  if (process.env.DECK_DEBUG === '1') sayText(inspect(error));
  if (message !== '') say(message, ...details.map((line) => `  ${line}`));
  process.exitCode = exitCode;
}

#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { packageRoot } from '../io/package-root';
import { createProgram, runProgram } from './program';
import { endingOf } from './terminal/failures';
import { flush, say, sayText } from './terminal/terminal';

// Decks, tokens and databases are this user's alone, also those that a child process or a library writes.
process.umask(0o077);

async function main(): Promise<void> {
  const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { version: string };
  await runProgram(createProgram(version), process.argv.slice(2));
}

function fail(error: unknown): void {
  const { exitCode, sentence, details = [] } = endingOf(error);
  if (process.env.DECK_DEBUG === '1') sayText(inspect(error));
  if (sentence !== '') say(sentence, ...details.map((line) => `  ${line}`));
  process.exitCode = exitCode;
}

// `deck list | head`: whoever read the output has enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
});
// A terminal that was closed: what was started still has to be stopped.
process.stderr.on('error', () => {});
process.on('unhandledRejection', (error) => {
  fail(error);
  process.exit();
});

// Not left to the event loop: the native runtime of the SDK would keep a failed command alive.
void main()
  .catch(fail)
  .finally(() => flush(() => process.exit()));

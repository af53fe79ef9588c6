#!/usr/bin/env node
import { fail, runArguments } from './run-arguments';
import { flush } from './terminal/terminal';

// Decks, tokens and databases are this user's alone, also those that a child process or a library writes.
process.umask(0o077);

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
void runArguments(process.argv.slice(2)).finally(() => flush(() => process.exit()));

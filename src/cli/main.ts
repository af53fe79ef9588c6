#!/usr/bin/env node
import { fail, runArguments } from './run-arguments';
import { flush } from './terminal/terminal';

// Keeps decks, tokens and databases private, including files that child processes and libraries write.
process.umask(0o077);

// `deck list | head` closes the pipe early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
});
// After the terminal is closed, the processes that were started still have to be stopped.
process.stderr.on('error', () => {});
process.on('unhandledRejection', (error) => {
  fail(error);
  process.exit();
});

// The SDK's native runtime would keep the process of a failed command alive.
void runArguments(process.argv.slice(2)).finally(() => flush(() => process.exit()));

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const made: string[] = [];

/** A directory that is gone when the tests of the file are done. */
export async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'deck-test-'));
  made.push(directory);
  return directory;
}

afterAll(() => Promise.all(made.splice(0).map((directory) => rm(directory, { recursive: true, force: true }))));

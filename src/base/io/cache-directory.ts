import { homedir } from 'node:os';
import { join } from 'node:path';

/** `$DECK_CACHE`, else `deck` in the user's cache directory. */
export function cacheDirectory(env: NodeJS.ProcessEnv = process.env): string {
  if (env.DECK_CACHE) return env.DECK_CACHE;
  return join(env.XDG_CACHE_HOME || join(env.HOME || homedir(), '.cache'), 'deck');
}

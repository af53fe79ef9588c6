import { userInfo } from 'node:os';

/** Name under which decisions are recorded when nobody names one. */
export function localUser(): string {
  try {
    return process.env.USER || userInfo().username || 'command line';
  } catch {
    // A container may run under a number without a name.
    return 'command line';
  }
}

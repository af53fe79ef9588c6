import { userInfo } from 'node:os';

/** Default reviewer name for decisions. */
export function localUser(): string {
  try {
    return process.env.USER || userInfo().username || 'command line';
  } catch {
    // In a container, the user ID may have no name.
    return 'command line';
  }
}

import { isLoopback } from '../../io/loopback';
import { say } from '../terminal/terminal';

/** Says on stderr, so that the URL can be piped, for how long and where the link works. */
export function explainLink({ address, expiresAt = '' }: { address: string; expiresAt?: string }): void {
  say(`Valid until ${expiresAt.slice(0, 16).replace('T', ' ')} UTC.`);
  if (isLoopback(new URL(address).hostname)) {
    say('Only this computer can open it. For other devices, start `deck dev --share`, or set reviewServer.publicUrl.');
  }
}

import { isLoopback } from '../../base/io/loopback';
import { say } from '../terminal/terminal';

export interface ExplainedLink {
  address: string;
  expiresAt: string;
}

/** For how long and where a link works. */
export function linkNotes({ address, expiresAt }: ExplainedLink): string[] {
  const until = `Valid until ${expiresAt.slice(0, 16).replace('T', ' ')} UTC.`;
  if (!isLoopback(new URL(address).hostname)) return [until];
  return [
    until,
    'Only this computer can open it. For other devices, start `deck dev --share`, or set reviewServer.publicUrl.',
  ];
}

/** Prints the notes to stderr, so that the URL can be piped. */
export function explainLink(link: ExplainedLink): void {
  say(...linkNotes(link));
}

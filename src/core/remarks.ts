import { counted } from '../base/text/counted';

/** Type of a problem about a part of the source that is not on the slides. Stored in histories and results. */
export const LEFT_OUT = 'LeftOut';
/** Type of a problem about prompts that no one has answered. Stored in histories and results. */
export const FRAME = 'Frame';

/** What a complete deck is if its text still has open prompts. */
export function frameWords(openPrompts: number): string {
  return `frame with ${counted(openPrompts, 'open prompt')}`;
}

/** Type of a problem about text that cannot be drawn. Stored in histories and results. */
export const SCRIPTS = 'UnsupportedScript';

/** Type of a problem that a check of a delivered file found. Stored in histories and results. */
export const CHECK = 'CheckFinding';

const REMARKS = [LEFT_OUT, FRAME, SCRIPTS, CHECK] as const;
export type RemarkType = (typeof REMARKS)[number];

/**
 * Whether a problem describes the deck as it is, such as what its source lost. Others are events. A type of remarks is
 * replaced as a whole whenever the deck is looked at again.
 */
export function isRemark({ type }: { type: string }): boolean {
  return (REMARKS as readonly string[]).includes(type);
}

/** Whether a problem is about something that readers of the slides do not see. */
export function isLeftOut({ type }: { type: string }): boolean {
  return type === LEFT_OUT || type === SCRIPTS;
}

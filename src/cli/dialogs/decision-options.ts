import { given } from '../../core/given';
import type { PresentationProgress } from '../../core/progress';
import type { DecisionKind, ReviewMessage } from '../../core/review-message';
import { isOpen } from '../../core/threads';
import { badInput } from '../terminal/exit';

/** The options of `deck review` that are decisions. */
export interface DecisionOptions {
  approve?: boolean;
  reject?: boolean;
  regenerate?: boolean;
  requestChanges?: string | true;
  commentOn?: string[];
  suggest?: string[];
  reply?: string;
  resolveThread?: string | true;
  despite?: string;
  delegateTo?: string;
}

type Field = 'comment' | 'to';

interface DecisionOption {
  /** As commander writes it: `--request-changes <text>`. */
  flags: string;
  description: string;
  isGiven(options: DecisionOptions): boolean;
  fields?(options: DecisionOptions): Partial<Pick<ReviewMessage, Field | 'thread'>>;
  /** In the dialog. */
  label: string;
  hint?: string;
  /** Whether the dialog offers it; absent: always. */
  isOffered?(progress: PresentationProgress): boolean;
  /** The field that the dialog asks for. */
  asks?: { field: Field; question: string };
  /** The gate stays open, so the dialog continues. */
  continues?: true;
}

const COMMENT = { field: 'comment', question: 'Comment (optional)' } as const;

/** Every decision that is one option of `deck review` and one choice in its dialog. An edit has more than one of each. */
export const decisionOptions: Readonly<Record<Exclude<DecisionKind, 'edit'>, DecisionOption>> = {
  approve: {
    flags: '--approve',
    description: 'approve the outline or content',
    isGiven: ({ approve }) => approve === true,
    fields: ({ despite }) => given({ comment: despite }),
    label: 'Approve',
  },
  regenerate: {
    flags: '--regenerate',
    description: 'discard the text and generate a new outline',
    isGiven: ({ regenerate }) => regenerate === true,
    label: 'Regenerate',
    hint: 'discard this text and generate a new outline',
    isOffered: ({ ownWords }) => !ownWords,
    asks: COMMENT,
  },
  'request-changes': {
    flags: '--request-changes [text]',
    description: 'object, with a text, --comment-on or --suggest; others then need a reason to approve',
    isGiven: ({ requestChanges }) => requestChanges !== undefined,
    fields: ({ requestChanges }) => (typeof requestChanges === 'string' ? { comment: requestChanges } : {}),
    label: 'Request changes',
    hint: 'the deck keeps waiting',
    asks: { field: 'comment', question: 'Which changes do you request?' },
    continues: true,
  },
  comment: {
    flags: '--comment-on <item=text>',
    description: 'comment on one item, by number (2.1), heading or line of text; repeatable',
    isGiven: ({ requestChanges, commentOn, suggest }) =>
      requestChanges === undefined && (commentOn ?? suggest) !== undefined,
    label: 'Comment',
    hint: 'the deck keeps waiting',
    asks: { field: 'comment', question: 'Your comment' },
    continues: true,
  },
  reply: {
    flags: '--reply <n=text>',
    description: 'reply in thread n (see deck comments)',
    isGiven: ({ reply }) => reply !== undefined,
    fields: ({ reply }) => replyOf(reply!),
    label: 'Reply',
    isOffered: () => false,
  },
  'resolve-thread': {
    flags: '--resolve-thread [n]',
    description: 'resolve thread n, or refuse its suggestion (default: every open thread)',
    isGiven: ({ resolveThread }) => resolveThread !== undefined,
    fields: ({ resolveThread }) =>
      typeof resolveThread === 'string'
        ? { thread: numberOf(resolveThread, '--resolve-thread', 'the number of a thread') }
        : {},
    label: 'Resolve the open threads',
    isOffered: ({ threads = [] }) => threads.some(isOpen),
    asks: COMMENT,
    continues: true,
  },
  delegate: {
    flags: '--delegate-to <name>',
    description: 'let another person decide in your place at this gate',
    isGiven: ({ delegateTo }) => delegateTo !== undefined,
    fields: ({ delegateTo }) => given({ to: delegateTo }),
    label: 'Delegate',
    hint: 'to another person',
    isOffered: ({ review }) => review?.mayDecide !== undefined,
    asks: { field: 'to', question: 'Who decides in your place?' },
  },
  reject: {
    flags: '--reject',
    description: 'reject it and end the deck',
    isGiven: ({ reject }) => reject === true,
    label: 'Reject',
    hint: 'ends the deck',
    asks: COMMENT,
  },
};
export type OptionKind = keyof typeof decisionOptions;
export const optionKinds = Object.keys(decisionOptions) as OptionKind[];

/** `N=TEXT`. */
function replyOf(option: string): Pick<ReviewMessage, 'thread' | 'comment'> {
  const { item, text } = itemAndText(option, '--reply', '3="Done"');
  return { thread: numberOf(item, '--reply', 'the number of a thread'), comment: text };
}

/** `ITEM=TEXT`. A heading that contains `=` is given by its number. */
export function itemAndText(option: string, name: string, example: string): { item: string; text: string } {
  const at = option.indexOf('=');
  const item = option.slice(0, Math.max(0, at)).trim();
  const text = option.slice(at + 1).trim();
  if (item !== '' && text !== '') return { item, text };
  throw badInput(
    `${name} takes ${name === '--reply' ? 'N' : 'ITEM'}=TEXT, such as ${example}, not ${JSON.stringify(option)}.`,
  );
}

/** @throws CliError if the text is not a positive number */
export function numberOf(text: string, option: string, what: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw badInput(`${option} takes ${what}, not ${JSON.stringify(text)}.`);
  return Number(text);
}

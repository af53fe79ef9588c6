import { given } from '../../core/given';
import type { PresentationProgress } from '../../core/progress';
import type { DecisionKind, ReviewMessage } from '../../core/review-message';
import { badInput } from '../terminal/exit';

/** The options of `deck review` that are decisions. */
export interface DecisionOptions {
  approve?: boolean;
  reject?: boolean;
  regenerate?: boolean;
  requestChanges?: string;
  commentOn?: string[];
  resolveChanges?: string | true;
  delegateTo?: string;
}

type Field = 'comment' | 'to';

interface DecisionOption {
  /** As commander writes it: `--request-changes <text>`. */
  flags: string;
  description: string;
  isGiven(options: DecisionOptions): boolean;
  fields?(options: DecisionOptions): Partial<Pick<ReviewMessage, Field | 'changeRequest'>>;
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
    flags: '--request-changes <text>',
    description: 'request changes; the deck keeps waiting',
    isGiven: ({ requestChanges, commentOn }) => (requestChanges ?? commentOn) !== undefined,
    fields: ({ requestChanges }) => given({ comment: requestChanges }),
    label: 'Request changes',
    hint: 'the deck keeps waiting',
    asks: { field: 'comment', question: 'Which changes do you request?' },
    continues: true,
  },
  'resolve-changes': {
    flags: '--resolve-changes [n]',
    description: 'resolve change request n without an edit (default: every open one)',
    isGiven: ({ resolveChanges }) => resolveChanges !== undefined,
    fields: ({ resolveChanges }) =>
      typeof resolveChanges === 'string'
        ? { changeRequest: numberOf(resolveChanges, '--resolve-changes', 'the number of a change request') }
        : {},
    label: 'Resolve change requests',
    hint: 'without an edit',
    isOffered: ({ review }) => review?.changeRequests !== undefined,
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

/** @throws CliError if the text is not a positive number */
export function numberOf(text: string, option: string, what: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw badInput(`${option} takes ${what}, not ${JSON.stringify(text)}.`);
  return Number(text);
}

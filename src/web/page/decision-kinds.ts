import type { Thread } from '../../core/progress';
import type { ReviewComment } from '../../core/review-message';
import type { Decision, DeckView } from '../v1/schemas';
import { gateOf } from './policy';
import type { Template } from './template-name';
import type { Editor } from './use-editor';
import type { Words } from './words-en';

/** An edit is saved, restores a revision, or accepts a suggestion. */
type Kind = Exclude<Decision['decision'], 'edit'> | 'save' | 'restore' | 'accept';

/** A decision that a reviewer is about to make. */
export interface Asking {
  kind: Kind;
  /** With `reply`, `accept` and `resolve-thread`. */
  thread?: Thread;
  /** With `restore`: the revision. */
  restore?: number;
}

/** What a dialog asks a reviewer to confirm. */
export type Question = Asking | { kind: 'discard' };

/** What a dialog decides; the dialog adds who, why and about which revision. */
export type Sendable = Omit<Decision, 'revision' | 'comment' | 'reviewer'>;

/** What the texts of a dialog and its decision depend on. */
export interface Asked {
  words: Words;
  question: Asking;
  deck: DeckView;
  editor: Editor;
  gate: 'outline' | 'content';
  revision: number;
  /** Number of prompts without an answer. */
  prompts: number;
  /** The open objections of other people. */
  objections: readonly Thread[];
  /** Number of approvals that are needed after this one. */
  more: number;
  template: Pick<Template, 'id' | 'type'> | undefined;
  /** The person to delegate to. */
  to: string;
  /** The reviewer's comments on items of the current revision. */
  comments: readonly ReviewComment[];
}

/** What the further buttons depend on. */
interface Bar {
  decide: Words['decide'];
  deck: DeckView;
  /** Number of the reviewer's comments on items. */
  comments: number;
}

interface DecisionKind {
  /** Its button among the further ones, if it has one now. `elsewhere`: next to what it is about. */
  button: ((bar: Bar) => { label: string; danger?: boolean } | undefined) | 'elsewhere';
  texts(asked: Asked): { title: string; text: string; button: string };
  send(asked: Asked): Sendable;
  /** A further decision, with a button of its own. */
  other?(asked: Asked): { button: string; send: Sendable } | undefined;
  /** The label of the comment. */
  comment?: 'reason' | 'note' | 'whatToChange' | 'approvalReason' | 'reply';
  needsComment?(asked: Asked): boolean;
  /** A further part of the form: how to note, the chosen template, the person to delegate to, or a confirmation. */
  part?: 'remark' | 'template' | 'to' | 'sure';
}

const saved = ({ editor, template, objections }: Asked, approve: boolean): Sendable => ({
  decision: 'edit',
  outline: editor.text,
  ...(approve && { approve, template, ...despite(objections) }),
});
const approved = ({ template, objections }: Asked): Sendable => ({
  decision: 'approve',
  template,
  ...despite(objections),
});
const despite = (objections: readonly Thread[]) =>
  objections.length === 0 ? {} : { despite: objections.map(({ number }) => number) };

/** What happens to the text after the approval. */
function effectOf({ deck, gate, prompts }: Asked): keyof Words['decide']['approveText'] {
  const review = gateOf(deck, gate);
  if (review !== 'outline') return review;
  if (deck.source === 'document') return 'document';
  return prompts > 0 ? 'frame' : 'outline';
}

/** The texts of a kind that are the same in every case. */
const textsOf =
  (
    name: 'save' | 'reject' | 'request' | 'comments' | 'delegate',
    button: 'save' | 'rejectButton' | 'requestButton' | 'commentsButton' | 'delegate',
  ) =>
  ({ words: { decide } }: Asked) => ({
    title: decide[`${name}Title` as const],
    text: decide[`${name}Text` as const],
    button: decide[button],
  });

const trimmed = ({ text, suggestion = '', ...place }: ReviewComment): ReviewComment => ({
  ...place,
  text: text.trim(),
  ...(suggestion.trim() === '' ? {} : { suggestion: suggestion.trim() }),
});

const onItems = (comments: readonly ReviewComment[]) =>
  comments.length === 0 ? {} : { comments: comments.map(trimmed) };

const saidIn = ({ text, suggestion }: Thread) => [text, suggestion].filter(Boolean).join(' → ');

/** Each kind of decision: its texts, the fields of its form and what it sends. */
export const decisionKinds: Record<Kind, DecisionKind> = {
  approve: {
    button: 'elsewhere',
    texts(asked) {
      const { words, deck, gate, editor, revision, more } = asked;
      const { decide } = words;
      const title = decide.approveTitle[gateOf(deck, gate)];
      if (editor.dirty) return { title, text: decide.approveUnsaved, button: decide.approveMine };
      const text = more > 0 ? decide.approveTextMore(revision, more) : decide.approveText[effectOf(asked)](revision);
      return { title, text, button: decide.approve };
    },
    send: (asked) => (asked.editor.dirty ? saved(asked, true) : approved(asked)),
    other: (asked) =>
      asked.editor.dirty
        ? { button: asked.words.decide.approveWithout(asked.revision), send: approved(asked) }
        : undefined,
    comment: 'approvalReason',
    needsComment: ({ objections }) => objections.length > 0,
    part: 'template',
  },
  save: {
    button: 'elsewhere',
    texts: textsOf('save', 'save'),
    send: (asked) => saved(asked, false),
    other: (asked) =>
      asked.objections.length > 0 ? undefined : { button: asked.words.decide.saveAndApprove, send: saved(asked, true) },
  },
  reject: {
    button: ({ decide }) => ({ label: decide.reject, danger: true }),
    texts: textsOf('reject', 'rejectButton'),
    send: () => ({ decision: 'reject' }),
    comment: 'reason',
    needsComment: () => true,
    part: 'sure',
  },
  regenerate: {
    button: ({ decide, deck }) => (deck.ownWords ? undefined : { label: decide.regenerate }),
    texts: ({ words: { decide }, gate }) => ({
      title: decide.regenerateTitle[gate],
      text: decide.regenerateText,
      button: decide.regenerate,
    }),
    send: () => ({ decision: 'regenerate' }),
    comment: 'note',
    part: 'remark',
  },
  'request-changes': {
    button: ({ decide, comments }) => ({ label: decide.requestChanges(comments) }),
    texts: textsOf('request', 'requestButton'),
    send: ({ comments }) => ({ decision: 'request-changes', ...onItems(comments) }),
    comment: 'whatToChange',
    needsComment: ({ comments }) => comments.length === 0,
  },
  comment: {
    button: ({ decide, comments }) => (comments === 0 ? undefined : { label: decide.comments(comments) }),
    texts: textsOf('comments', 'commentsButton'),
    send: ({ comments }) => ({ decision: 'comment', ...onItems(comments) }),
  },
  reply: {
    button: 'elsewhere',
    texts: ({ words, question }) => ({
      title: words.decide.replyTitle(words.name(question.thread!)),
      text: saidIn(question.thread!),
      button: words.threads.reply,
    }),
    send: ({ question }) => ({ decision: 'reply', thread: question.thread!.number }),
    comment: 'reply',
    needsComment: () => true,
  },
  accept: {
    button: 'elsewhere',
    texts: ({ words: { decide, threads }, question }) => ({
      title: decide.acceptTitle,
      text: decide.acceptText(question.thread!.suggestion!),
      button: threads.accept,
    }),
    send: ({ question }) => ({ decision: 'edit', accept: question.thread!.number }),
  },
  'resolve-thread': {
    button: 'elsewhere',
    texts: ({ words, question }) => ({
      title: words.decide.resolveTitle(words.name(question.thread!)),
      text: saidIn(question.thread!),
      button: question.thread!.suggestion === undefined ? words.threads.resolve : words.threads.refuse,
    }),
    send: ({ question }) => ({ decision: 'resolve-thread', thread: question.thread!.number }),
    comment: 'reason',
    needsComment: ({ question, objections }) => objections.some(({ number }) => number === question.thread!.number),
  },
  delegate: {
    button: 'elsewhere',
    texts: textsOf('delegate', 'delegate'),
    send: ({ to }) => ({ decision: 'delegate', to: to.trim() }),
    part: 'to',
  },
  restore: {
    button: 'elsewhere',
    texts: ({ words: { revisions }, question }) => ({
      title: revisions.restoreTitle(question.restore!),
      text: revisions.restoreText,
      button: revisions.restore,
    }),
    send: ({ question: { restore } }) => ({ decision: 'edit', restore }),
  },
};

/** The further buttons of a reviewer, in their order. */
export function furtherButtons(bar: Bar): { kind: Kind; label: string; danger?: boolean }[] {
  return (Object.keys(decisionKinds) as Kind[]).flatMap((kind) => {
    const { button } = decisionKinds[kind];
    const shown = button === 'elsewhere' ? undefined : button(bar);
    return shown === undefined ? [] : [{ kind, ...shown }];
  });
}

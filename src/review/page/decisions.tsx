import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { Decision, DecisionAnswer, DeckView } from '../api';
import { ApiError, type Calls, newKey } from './calls';
import { textsOf } from './decision-texts';
import { Dialog } from './dialog';
import { Comments } from './gate-status';
import { sorted } from './item-comments';
import { isAmong, neededAfter } from './policy';
import { usePreferences } from './preferences';
import { keep, recall } from './storage';
import { nameOf, type Template } from './templates';
import type { Message } from './toast';
import type { OwnComments } from './use-comments';
import type { Editor } from './use-editor';

/** What a dialog decides; the dialog adds who, why and about which revision. */
type Sendable = Omit<Decision, 'revision' | 'comment' | 'reviewer'>;

export type Question =
  | { kind: 'approve' | 'save' | 'regenerate' | 'reject' | 'discard' | 'request-changes' | 'delegate' }
  | { kind: 'resolve-changes'; changeRequest: number }
  | { kind: 'restore'; revision: number };

/** How often a decision is sent again while the server cannot be reached. */
const RESEND_MS = 5_000;
/** The maximum of the API. */
const MAX_COMMENT_LENGTH = 2000;

interface DecisionDialogProps {
  calls: Calls;
  deck: DeckView;
  editor: Editor;
  question: Question;
  template?: Template;
  onClose: () => void;
  onDecided: (answer: DecisionAnswer, ownText: boolean) => void;
  onConflict: (error: ApiError) => void;
  /** Shows a message and reads it out. */
  tell: (message: Message) => void;
  comments: OwnComments;
}

/** Confirms a decision, explains its effect, and collects comment and name. */
export function DecisionDialog(props: DecisionDialogProps) {
  const { calls, deck, editor, question, template, onClose } = props;
  const { words, language } = usePreferences();
  const form = useId();
  const commentKey = `comment.${deck.workflowId}.${question.kind}`;
  // A comment on an item that the current revision does not have becomes part of the request's text.
  const [own] = useState(() =>
    sorted(
      question.kind === 'request-changes' ? props.comments.all.filter(({ text }) => text.trim() !== '') : [],
      (editor.newer ?? editor.base).markdown,
    ),
  );
  const [comment, setComment] = useState(
    () => recall(commentKey) ?? own.lost.map(({ item, text }) => `“${item.line ?? item.heading}”: ${text}`).join('\n'),
  );
  const [to, setTo] = useState('');
  const [name, setName] = useState(() => recall('name') ?? '');
  const [key] = useState(newKey);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError>();
  /** The decision that could not be sent yet. */
  const [waiting, setWaiting] = useState<Sendable>();
  const gate = deck.review?.gate ?? 'outline';
  const { revision } = editor.base;
  const shown = deck.revision ?? revision;
  const needsReason = question.kind === 'reject' || (question.kind === 'request-changes' && own.fitting.length === 0);
  const people = deck.review?.mayDecide;
  const notAmong = people !== undefined && name.trim() !== '' && !isAmong(name, people);

  const decide = async (decision: Sendable) => {
    const ownText = decision.outline !== undefined;
    keep('name', name.trim() === '' ? recall('name') : name.trim());
    setBusy(true);
    setWaiting(undefined);
    setFailure(undefined);
    try {
      const sent: Decision = {
        ...decision,
        revision: ownText ? revision : shown,
        ...(comment.trim() === '' ? {} : { comment: comment.trim() }),
        ...(name.trim() === '' ? {} : { reviewer: name.trim() }),
      };
      const answer = await calls.post<DecisionAnswer>('/api/decision', sent, key);
      keep(commentKey, undefined);
      props.onDecided(answer, ownText);
    } catch (error) {
      setBusy(false);
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'conflict') props.onConflict(error);
      else setFailure(error);
      if (error.code === 'offline') setWaiting(decision);
    }
  };
  useResend(waiting !== undefined && !busy, () => void decide(waiting!));
  const withTemplate = template === undefined ? {} : { template: { id: template.id, type: template.type } };
  const save = (approve: boolean) =>
    decide({ decision: 'edit', outline: editor.text, ...(approve ? { approve, ...withTemplate } : {}) });
  const approve = () => decide({ decision: 'approve', ...withTemplate });
  const send = () => {
    if (question.kind === 'save') return save(false);
    if (question.kind === 'regenerate') return decide({ decision: 'regenerate' });
    if (question.kind === 'reject') return decide({ decision: 'reject' });
    if (question.kind === 'request-changes') {
      const comments = own.fitting.map(({ item, text }) => ({ item, text: text.trim() }));
      return decide({ decision: 'request-changes', ...(comments.length === 0 ? {} : { comments }) });
    }
    if (question.kind === 'resolve-changes') {
      return decide({ decision: 'resolve-changes', changeRequest: question.changeRequest });
    }
    if (question.kind === 'delegate') return decide({ decision: 'delegate', to: to.trim() });
    if (question.kind === 'restore') return decide({ decision: 'edit', restore: question.revision });
    return editor.dirty ? save(true) : approve();
  };
  const me = deck.link.reviewer ?? (name.trim() === '' ? undefined : name);
  const more =
    deck.review === undefined
      ? 0
      : neededAfter(me, deck.review, deck.revisions, editor.dirty && question.kind === 'approve');
  const texts = textsOf(words, question, deck, { gate, revision: shown, dirty: editor.dirty, more });

  if (question.kind === 'discard') {
    return (
      <Dialog title={words.decide.discardTitle} onClose={onClose}>
        <p>{words.decide.discardText(editor.newer?.revision ?? revision)}</p>
        <div class="dialog-buttons">
          <button type="button" onClick={onClose}>
            {words.cancel}
          </button>
          <button
            type="button"
            class="danger"
            onClick={() => {
              editor.discard();
              onClose();
              props.tell({ text: words.announcements.discarded, undo: true });
            }}
          >
            {words.decide.discard}
          </button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <p>{texts.text}</p>
      {question.kind === 'regenerate' && <p class="remark">{words.decide.regenerateNote}</p>}
      {question.kind === 'approve' && template !== undefined && (
        <p>{words.template.chosen(nameOf(template, language))}</p>
      )}
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        {deck.link.reviewer === undefined && (
          <label class="field">
            <span>{words.decide.name}</span>
            <input
              type="text"
              required
              maxLength={100}
              autoComplete="name"
              value={name}
              onInput={({ currentTarget }) => setName(currentTarget.value)}
            />
            <small>{notAmong ? words.decide.nameNotAmong(words.either(people)) : words.decide.nameHelp}</small>
          </label>
        )}
        {question.kind === 'delegate' && (
          <label class="field">
            <span>{words.decide.delegateTo}</span>
            <input
              type="text"
              required
              maxLength={100}
              pattern=".*\S.*"
              autoComplete="off"
              value={to}
              onInput={({ currentTarget }) => setTo(currentTarget.value)}
            />
            <small>{words.decide.delegateHelp}</small>
          </label>
        )}
        {own.fitting.length > 0 && (
          <>
            <p class="field">
              <strong>{words.decide.requestComments}</strong>
            </p>
            <Comments comments={own.fitting} />
          </>
        )}
        <label class="field">
          <span>
            {question.kind === 'reject'
              ? words.decide.reason
              : question.kind === 'regenerate'
                ? words.decide.note
                : question.kind === 'request-changes'
                  ? words.decide.whatToChange
                  : words.decide.comment}
            {!needsReason && <small> ({words.decide.optional})</small>}
          </span>
          <textarea
            rows={3}
            maxLength={MAX_COMMENT_LENGTH}
            required={needsReason}
            value={comment}
            onInput={({ currentTarget }) => {
              setComment(currentTarget.value);
              keep(commentKey, currentTarget.value);
            }}
          />
        </label>
        {question.kind === 'reject' && (
          <label class="check">
            <input type="checkbox" required /> {words.decide.rejectSure}
          </label>
        )}
      </form>
      {failure !== undefined && (
        <p class="problem" role="alert">
          <strong>{words.errors[failure.code]?.[0]}.</strong>{' '}
          {failure.code === 'offline' ? words.decide.resends : words.errors[failure.code]?.[1]}
          {failure.code === 'invalid' && <span lang="en"> {failure.message}</span>}
        </p>
      )}
      <div class="dialog-buttons">
        <button type="button" onClick={onClose}>
          {words.cancel}
        </button>
        {question.kind === 'save' && (
          <button
            type="button"
            disabled={busy}
            onClick={({ currentTarget }) => {
              const own = currentTarget.ownerDocument.getElementById(form) as HTMLFormElement;
              if (own.reportValidity()) void save(true);
            }}
          >
            {words.decide.saveAndApprove}
          </button>
        )}
        {question.kind === 'approve' && editor.dirty && (
          <button
            type="button"
            disabled={busy}
            onClick={({ currentTarget }) => {
              const own = currentTarget.ownerDocument.getElementById(form) as HTMLFormElement;
              if (own.reportValidity()) void approve();
            }}
          >
            {words.decide.approveWithout(shown)}
          </button>
        )}
        <button type="submit" form={form} disabled={busy} class={question.kind === 'reject' ? 'danger' : 'primary'}>
          {busy ? words.decide.busy : texts.button}
        </button>
      </div>
    </Dialog>
  );
}

/** While `waits`, sends again when the connection is back. A retry with the same key has no further effect. */
function useResend(waits: boolean, send: () => void): void {
  const latest = useRef(send);
  latest.current = send;
  useEffect(() => {
    if (!waits) return;
    const resend = () => latest.current();
    addEventListener('online', resend);
    // A server can be away while the network is not.
    const timer = setInterval(() => {
      if (navigator.onLine) resend();
    }, RESEND_MS);
    return () => {
      removeEventListener('online', resend);
      clearInterval(timer);
    };
  }, [waits]);
}

import { useId, useState } from 'preact/hooks';
import { LONGEST_COMMENT } from '../../core/message-limits';
import type { ReviewComment } from '../../core/review-message';
import type { DecisionAnswer, DeckView } from '../v1/schemas';
import { Button } from './button';
import type { ApiError, Calls } from './calls';
import { type Asked, type Asking, decisionKinds } from './decision-kinds';
import { Dialog } from './dialog';
import { Field, Problem, TextField } from './fields';
import { isWritten, sorted } from './item-comments';
import { countPrompts } from './open-prompts';
import { isAmong, neededAfter, objectionsTo } from './policy';
import { usePreferences, useWords } from './preferences';
import { keep, recall } from './storage';
import { nameOf, type Template } from './template-name';
import { Comments, ThreadCard } from './threads';
import type { OwnComments } from './use-comments';
import type { Editor } from './use-editor';
import { useSending } from './use-sending';

interface DecisionDialogProps {
  calls: Calls;
  deck: DeckView;
  editor: Editor;
  question: Asking;
  template?: Template;
  onClose: () => void;
  onFillIn: () => void;
  onDecided: (answer: DecisionAnswer, ownText: boolean) => void;
  /** @param sent the revision that the decision was about */
  onConflict: (error: ApiError, sent: number) => void;
  comments: OwnComments;
}

const NAME = { required: true, maxLength: 100 };

/** Confirms a decision, explains its effect, and collects comment and name. */
export function DecisionDialog({ deck, editor, question, template, onClose, ...props }: DecisionDialogProps) {
  const { words, language } = usePreferences();
  const { decide } = words;
  const kind = decisionKinds[question.kind];
  const form = useId();
  const [own] = useState(() => ownComments(props.comments, question, editor));
  const [comment, setComment] = useComment(`comment.${deck.workflowId}.${question.kind}`, own.lost);
  const [to, setTo] = useState('');
  const [name, setName] = useState(() => recall('name') ?? '');
  // What the reviewer has read, not what may arrive while the dialog is open or the decision waits for the network.
  const [revision] = useState(deck.revision ?? editor.base.revision);
  const { busy, failure, send } = useSending(
    props.calls,
    (decision) => {
      keep('name', name.trim() || recall('name'));
      return {
        ...decision,
        revision: decision.outline === undefined ? revision : editor.base.revision,
        comment: comment.trim() || undefined,
        reviewer: name.trim() || undefined,
      };
    },
    (...answer) => {
      setComment(undefined);
      props.onDecided(...answer);
    },
    props.onConflict,
  );
  const me = deck.link.reviewer ?? (name.trim() === '' ? undefined : name);
  const asked: Asked = {
    ...{ words, question, deck, editor, to, revision, comments: own.fitting },
    gate: deck.review?.gate ?? 'outline',
    objections: objectionsTo(me, deck),
    prompts: question.kind === 'approve' ? countPrompts(editor.text) : 0,
    more: deck.review ? neededAfter(me, deck.review, deck.revisions, editor.dirty && question.kind === 'approve') : 0,
    template: template && { id: template.id, type: template.type },
  };
  const texts = kind.texts(asked);
  const other = kind.other?.(asked);
  const needsComment = kind.needsComment?.(asked) ?? false;
  const people = deck.review?.mayDecide;
  const notAmong = people !== undefined && name.trim() !== '' && !isAmong(name, people);
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <p>{texts.text}</p>
      {question.kind === 'approve' && asked.objections.length > 0 && (
        <div class="remark">
          <p>{decide.overObjections}</p>
          {asked.objections.map((thread) => (
            <ThreadCard key={thread.number} thread={thread} placed />
          ))}
        </div>
      )}
      {kind.part === 'remark' && <p class="remark">{decide.regenerateNote}</p>}
      {asked.prompts > 0 && <p class="remark">{words.prompts.empty(asked.prompts)}</p>}
      {kind.part === 'template' && template && <p>{words.template.chosen(nameOf(template, language))}</p>}
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          void send(kind.send(asked));
        }}
      >
        {deck.link.reviewer === undefined && (
          <TextField
            label={decide.name}
            help={notAmong ? decide.nameNotAmong(words.either(people)) : decide.nameHelp}
            {...NAME}
            autoComplete="name"
            value={name}
            onText={setName}
          />
        )}
        {kind.part === 'to' && (
          <TextField
            label={decide.delegateTo}
            help={decide.delegateHelp}
            {...NAME}
            pattern=".*\S.*"
            autoComplete="off"
            value={to}
            onText={setTo}
          />
        )}
        {own.fitting.length > 0 && (
          <>
            <p class="field">
              <strong>{decide.requestComments}</strong>
            </p>
            <Comments comments={own.fitting} />
          </>
        )}
        <Field
          label={
            <>
              {decide[kind.comment === 'approvalReason' && !needsComment ? 'comment' : (kind.comment ?? 'comment')]}
              {!needsComment && <small> ({decide.optional})</small>}
            </>
          }
        >
          <textarea
            rows={3}
            maxLength={LONGEST_COMMENT}
            required={needsComment}
            value={comment}
            onInput={({ currentTarget }) => setComment(currentTarget.value)}
          />
        </Field>
        {kind.part === 'sure' && (
          <label class="check">
            <input type="checkbox" required /> {decide.rejectSure}
          </label>
        )}
      </form>
      {failure && <Failure failure={failure} />}
      <div class="dialog-buttons">
        <Button onClick={onClose}>{words.cancel}</Button>
        {other && (
          <Button
            form={form}
            disabled={busy}
            onClick={({ currentTarget }) => {
              if (currentTarget.form!.reportValidity()) void send(other.send);
            }}
          >
            {other.button}
          </Button>
        )}
        <button
          type="submit"
          form={form}
          disabled={busy}
          class={kind.part === 'sure' ? 'danger' : asked.prompts > 0 ? '' : 'primary'}
        >
          {busy ? decide.busy : texts.button}
        </button>
        {asked.prompts > 0 && (
          <Button class="primary" onClick={props.onFillIn}>
            {words.prompts.fillIn}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

/** The reviewer's comments on items that go with a decision, and those on items that the text no longer has. */
function ownComments({ all }: OwnComments, question: Asking, { newer, base }: Editor) {
  const sends = question.kind === 'request-changes' || question.kind === 'comment';
  const written = sends ? all.filter(isWritten) : [];
  return sorted(written, (newer ?? base).markdown);
}

/** The text of the comment, kept in this browser until it is sent. `lost` is text without a place of its own. */
function useComment(key: string, lost: readonly ReviewComment[]): [string, (text: string | undefined) => void] {
  const [comment, setComment] = useState(
    () => recall(key) ?? lost.map(({ item, text }) => `“${item.line ?? item.heading}”: ${text}`).join('\n'),
  );
  const change = (text = '') => {
    setComment(text);
    keep(key, text);
  };
  return [comment, change];
}

function Failure({ failure: { code, message } }: { failure: ApiError }) {
  const { errors, decide } = useWords();
  return (
    <Problem>
      <strong>{errors[code]?.[0]}.</strong> {code === 'offline' ? decide.resends : errors[code]?.[1]}
      {code === 'invalid' && <span lang="en"> {message}</span>}
    </Problem>
  );
}

/** Confirms that the edits are given up. Nothing is sent. */
export function DiscardDialog(props: { editor: Editor; onClose: () => void; onDiscard: () => void }) {
  const { editor, onClose, onDiscard } = props;
  const { cancel, decide } = useWords();
  return (
    <Dialog title={decide.discardTitle} onClose={onClose}>
      <p>{decide.discardText((editor.newer ?? editor.base).revision)}</p>
      <div class="dialog-buttons">
        <Button onClick={onClose}>{cancel}</Button>
        <Button class="danger" onClick={onDiscard}>
          {decide.discard}
        </Button>
      </div>
    </Dialog>
  );
}

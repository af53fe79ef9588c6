import { useId, useState } from 'preact/hooks';
import type { Decision, DecisionAnswer, DeckView } from '../api';
import { type Calls, newKey, Refused } from './calls';
import { Dialog } from './dialog';
import { keep, recall } from './kept';
import { useWords } from './preferences';
import type { Template } from './templates';
import type { Editor } from './use-editor';

export type Question =
  | { kind: 'approve' | 'save' | 'again' | 'reject' | 'drop' }
  | { kind: 'restore'; revision: number };

/** Beyond what the API takes from one person at once. */
const LONGEST_COMMENT = 2000;

interface Asked {
  calls: Calls;
  deck: DeckView;
  editor: Editor;
  question: Question;
  template?: Template;
  onClose: () => void;
  onDecided: (answer: DecisionAnswer, ownTextStands: boolean) => void;
  onConflict: (refused: Refused) => void;
}

/** Asks once more before anything is decided, with what it will do, and takes comment and name. */
export function DecisionDialog(asked: Asked) {
  const { calls, deck, editor, question, template, onClose } = asked;
  const words = useWords();
  const form = useId();
  const commentKey = `comment.${deck.workflowId}.${question.kind}`;
  const [comment, setComment] = useState(() => recall(commentKey) ?? '');
  const [name, setName] = useState(() => recall('name') ?? '');
  const [key] = useState(newKey);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refused>();
  const gate = deck.review?.gate ?? 'outline';
  const { revision } = editor.base;
  const shown = deck.revision ?? revision;
  const needsReason = question.kind === 'again' || question.kind === 'reject';

  const decide = async (decision: Omit<Decision, 'revision' | 'comment' | 'reviewer'>) => {
    const ownTextStands = decision.outline !== undefined;
    keep('name', name.trim() === '' ? recall('name') : name.trim());
    setBusy(true);
    setRefused(undefined);
    try {
      const sent: Decision = {
        ...decision,
        revision: ownTextStands ? revision : shown,
        ...(comment.trim() === '' ? {} : { comment: comment.trim() }),
        ...(name.trim() === '' ? {} : { reviewer: name.trim() }),
      };
      const answer = await calls.post<DecisionAnswer>('/api/decision', sent, key);
      keep(commentKey, undefined);
      asked.onDecided(answer, ownTextStands);
    } catch (error) {
      setBusy(false);
      if (!(error instanceof Refused)) throw error;
      if (error.error === 'conflict') asked.onConflict(error);
      else setRefused(error);
    }
  };
  const withTemplate = template === undefined ? {} : { template: { id: template.id, type: template.type } };
  const save = (approve: boolean) =>
    decide({ decision: 'edit', outline: editor.text, ...(approve ? { approve, ...withTemplate } : {}) });
  const approve = () => decide({ decision: 'approve', ...withTemplate });
  const send = () => {
    if (question.kind === 'save') return save(false);
    if (question.kind === 'again') return decide({ decision: 'regenerate' });
    if (question.kind === 'reject') return decide({ decision: 'reject' });
    if (question.kind === 'restore') return decide({ decision: 'edit', restore: question.revision });
    return editor.dirty ? save(true) : approve();
  };
  const texts = textsOf(words, question, gate, shown, editor.dirty);

  if (question.kind === 'drop') {
    return (
      <Dialog title={words.decide.dropTitle} onClose={onClose}>
        <p>{words.decide.dropText(revision)}</p>
        <div class="dialog-buttons">
          <button type="button" onClick={onClose}>
            {words.cancel}
          </button>
          <button
            type="button"
            class="danger"
            onClick={() => {
              editor.drop();
              onClose();
            }}
          >
            {words.decide.drop}
          </button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <p>{texts.text}</p>
      {question.kind === 'approve' && template !== undefined && <p>{words.template.chosen(template.name)}</p>}
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
            <small>{words.decide.nameHelp}</small>
          </label>
        )}
        <label class="field">
          <span>
            {question.kind === 'reject' ? words.decide.reason : words.decide.comment}
            {!needsReason && <small> ({words.decide.optional})</small>}
          </span>
          <textarea
            rows={3}
            maxLength={LONGEST_COMMENT}
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
      {refused !== undefined && (
        <p class="problem" role="alert">
          <strong>{words.sentences[refused.error]?.[0]}.</strong> {words.sentences[refused.error]?.[1]}
          {refused.error === 'invalid' && <span lang="en"> {refused.message}</span>}
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
            {words.decide.approveTheirs(shown)}
          </button>
        )}
        <button type="submit" form={form} disabled={busy} class={question.kind === 'reject' ? 'danger' : 'primary'}>
          {busy ? words.decide.busy : texts.button}
        </button>
      </div>
    </Dialog>
  );
}

function textsOf(
  words: ReturnType<typeof useWords>,
  question: Question,
  gate: 'outline' | 'content',
  revision: number,
  dirty: boolean,
): { title: string; text: string; button: string } {
  const { decide, revisions } = words;
  switch (question.kind) {
    case 'save':
      return { title: decide.saveTitle, text: decide.saveText, button: decide.save };
    case 'again':
      return { title: decide.againTitle, text: decide.againText, button: decide.againButton };
    case 'reject':
      return { title: decide.rejectTitle, text: decide.rejectText, button: decide.rejectButton };
    case 'restore': {
      const title = revisions.restoreTitle(question.revision);
      return { title, text: revisions.restoreText, button: revisions.restore };
    }
    default: {
      const text = dirty ? decide.approveUnsaved : decide.approveText[gate](revision);
      return { title: decide.approveTitle[gate], text, button: dirty ? decide.approveMine : decide.approve };
    }
  }
}

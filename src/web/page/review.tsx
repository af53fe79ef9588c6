import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { DecisionAnswer, DeckView } from '../v1/schemas';
import { Button } from './button';
import { type ApiError, type Calls, reviewerCalls, sessionCalls } from './calls';
import type { Question } from './decision-kinds';
import { keepFocus } from './dialog';
import { Downloads } from './downloads';
import { NotPermitted } from './gate-status';
import { frameTitle, Header } from './header';
import { lazy, loadLater } from './lazy';
import { Banner, ErrorBanner, FullPage, OtherGate } from './messages';
import { goToPrompts } from './open-prompts';
import type { Outline } from './outline';
import { usePreferences, useWords } from './preferences';
import { recall } from './storage';
import type { Template } from './template-name';
import { type Message, Toast, useToast } from './toast';
import { Tree } from './tree';
import { useComments } from './use-comments';
import { useDeck } from './use-deck';
import { type Editor, useEditor } from './use-editor';
import type { TreeEditing } from './use-tree';
import { useOnline } from './use-window';
import type { Words } from './words-en';
import { Workbench } from './workbench';

const Login = lazy('Login');
const DecisionDialog = lazy('DecisionDialog');
const DiscardDialog = lazy('DiscardDialog');
const DeckActions = lazy('DeckActions');
const Delivered = lazy('Delivered');
const Progress = lazy('Progress');

/** The page of a deck: behind a review link, or for a person who logged in. */
export function ReviewPage({ link, deck: id = '' }: { link?: string; deck?: string }) {
  const calls = useMemo(() => (link === undefined ? sessionCalls(id) : reviewerCalls(link)), [link, id]);
  const { deck, failure, permanent, refresh } = useDeck(calls);
  const online = useOnline();
  const words = useWords();
  useEffect(() => {
    if (deck !== undefined)
      document.title = `${deck.title} · ${frameTitle(deck, words) ?? words.stages[deck.stage] ?? ''}`;
  }, [deck, words]);
  if (failure?.code === 'login-needed') return <Login onLoggedIn={refresh} />;
  if (deck === undefined) {
    if (failure !== undefined) return <FullPage code={failure.code} onRetry={permanent ? undefined : refresh} />;
    return <p class="loading">{words.loading}</p>;
  }
  const code = online ? failure?.code : 'offline';
  return (
    <>
      {code !== undefined && <ErrorBanner code={code} />}
      <Deck calls={calls} deck={deck} refresh={refresh} />
    </>
  );
}

interface ReadingProps {
  calls: Calls;
  deck: DeckView;
  editor?: Editor;
}

function Deck({ calls, deck: latest, refresh }: { calls: Calls; deck: DeckView; refresh: () => void }) {
  const { words, when } = usePreferences();
  const editor = useEditor(calls, latest);
  const deck = useReadable(latest, editor);
  const [announcement, announce] = useAnnouncement();
  const [toast, setToast] = useToast();
  const [question, setQuestion] = useState<Question>();
  const [notice, setNotice] = useState<string>();
  const [template, setTemplate] = useState<Template>();
  const comments = useComments(deck.workflowId);
  const { review } = deck;
  const me = deck.link.reviewer ?? recall('name');
  const isShown = editor !== undefined || deck.revision === undefined;
  useLater(isShown);
  useToastFor(editor?.outline, toast, setToast);
  useStartAfter(review?.gate ?? (deck.stage === 'delivered' ? deck.stage : 'progress'));

  const tell = (message: Message) => {
    announce(message.text);
    setToast(message);
  };
  const onDecided = (answer: DecisionAnswer, ownText: boolean) => {
    if (ownText) editor?.saved(answer.revision);
    setQuestion(undefined);
    setNotice(undefined);
    if (answer.decision === 'request-changes' || answer.decision === 'comment') comments.clear();
    const text = announcementOf(words, answer);
    if (text !== undefined) tell({ text });
    refresh();
  };
  const onConflict = ({ conflict }: ApiError, sent: number) => {
    setQuestion(undefined);
    const who = conflict?.by === undefined ? words.conflict.someone : words.name({ ...conflict, by: conflict.by });
    const at = conflict?.at === undefined ? undefined : when(conflict.at);
    const isNewer = conflict !== undefined && conflict.revision !== sent;
    setNotice(isNewer ? words.conflict.text(conflict.revision, who, at) : words.conflict.notRecorded(who, at));
    refresh();
  };
  const close = () => setQuestion(undefined);
  const onDiscard = () => {
    editor?.discard();
    close();
    tell({ text: words.announcements.discarded, undo: true });
  };
  const undo = () => {
    editor?.undo();
    announce(words.announcements.undone);
    setToast(undefined);
    focusHeading(toast?.heading);
  };
  return (
    <div class="page">
      <Button class="unseen skip" onClick={skipTo}>
        {words.skip}
      </Button>
      <Header deck={deck}>{deck.files.length > 0 && <Downloads calls={calls} files={deck.files} />}</Header>
      {notice !== undefined && (
        <Banner tone="warning" title={words.conflict.title}>
          {notice}
        </Banner>
      )}
      {review !== undefined && <MayNot deck={deck} gate={review.gate} />}
      <main id="content" tabIndex={-1}>
        {review === undefined ? (
          <Reading {...{ calls, deck, editor, tell, announce }} />
        ) : editor === undefined ? (
          <p class="hint">{words.loading}</p>
        ) : (
          <Workbench
            {...{ calls, deck, editor, template, setTemplate, tell, announce, setNotice, me, comments }}
            ask={deck.mayDecide ? setQuestion : undefined}
          />
        )}
        {isShown && deck.stage !== 'delivered' && <DeckActions {...{ calls, deck }} />}
      </main>
      <p class="unseen" aria-live="polite" data-testid="announcement">
        {announcement}
      </p>
      {toast !== undefined && question === undefined && (
        <Toast
          message={toast}
          onUndo={toast.undo && editor?.canUndo && deck.mayDecide ? undo : undefined}
          onClose={() => setToast(undefined)}
        />
      )}
      {editor && question?.kind === 'discard' && <DiscardDialog {...{ editor, onDiscard }} onClose={close} />}
      {editor && question !== undefined && question.kind !== 'discard' && (
        <DecisionDialog
          {...{ calls, deck, editor, question, template, onDecided, onConflict, comments }}
          onClose={close}
          onFillIn={() => {
            close();
            // After the dialog has returned the focus.
            setTimeout(goToPrompts);
          }}
        />
      )}
    </div>
  );
}

/** The deck after or between the gates: its progress or its files, and the text to read. */
function Reading({ calls, deck, editor, tell, announce }: Pick<TreeEditing, 'tell' | 'announce'> & ReadingProps) {
  const words = useWords();
  return (
    <>
      {deck.stage === 'delivered' ? (
        <Delivered {...{ calls, deck, editor }} />
      ) : (
        <Progress {...{ deck, calls }} outline={editor?.outline} />
      )}
      {editor?.dirty && <Banner tone="warning">{words.conflict.moved}</Banner>}
      {editor !== undefined && (
        <details class="reading" open={editor.dirty}>
          <summary>{words.views.outline}</summary>
          <Tree {...{ tell, announce }} outline={editor.outline} edit={editor.edit} readOnly />
        </details>
      )}
    </>
  );
}

/** Why this link cannot decide, and what helps. */
function MayNot({ deck, gate }: { deck: DeckView; gate: 'outline' | 'content' }) {
  const words = useWords();
  const { mayNot } = deck;
  if (mayNot === undefined) return null;
  if (mayNot === 'other-gate') return <OtherGate deck={deck} gate={gate} />;
  if (mayNot in words.mayNot) {
    return <Banner tone="calm">{words.mayNot[mayNot as keyof typeof words.mayNot]}</Banner>;
  }
  return (
    <Banner tone="calm" title={words.notPermitted.title}>
      <NotPermitted deck={deck} />
    </Banner>
  );
}

/** The message after a decision. The page itself shows that a deck moves on. */
function announcementOf({ announcements }: Words, { decision, revision, approvals }: DecisionAnswer) {
  if (decision === 'edit') return announcements.saved(revision);
  if (decision === 'request-changes') return announcements.requested;
  if (decision === 'comment' || decision === 'reply') return announcements.commented;
  if (decision === 'resolve-thread') return announcements.resolved;
  if (decision === 'delegate') return announcements.delegated;
  if (decision !== 'approve' || !approvals) return;
  const { missing } = approvals;
  const more = Math.max(missing.approvals, missing.groups.length > 0 ? 1 : 0);
  return more > 0 ? announcements.approved(more) : undefined;
}

/** A live region for screen readers. They only announce changes, so a repeated message gets a trailing space. */
function useAnnouncement(): [string, (message: string) => void] {
  const [announcement, setAnnouncement] = useState('');
  const announce = useCallback((message: string) => {
    setAnnouncement((previous) => (previous === message ? `${message}\u00a0` : message));
  }, []);
  return [announcement, announce];
}

/** At a gate, a new revision is shown together with its text, so no one decides on a text that is not there yet. */
function useReadable(latest: DeckView, editor: Editor | undefined): DeckView {
  const shown = useRef(latest);
  const text = editor && (editor.newer ?? editor.base).revision;
  const isAwaited = latest.review !== undefined && text !== undefined && text < (latest.revision ?? 0);
  if (!isAwaited) shown.current = latest;
  return shown.current;
}

/** Loads the rest of the page once the first view is there. */
function useLater(isShown: boolean): void {
  useEffect(() => {
    if (isShown) void loadLater();
  }, [isShown]);
}

/** Removes a message about an edit after the next edit, because its undo would undo that one. */
function useToastFor(
  outline: Outline | undefined,
  toast: (Message & { number: number }) | undefined,
  setToast: (message: undefined) => void,
): void {
  const made = useRef<{ number: number; outline: Outline | undefined }>(undefined);
  useEffect(() => {
    if (toast === undefined) return;
    if (made.current?.number !== toast.number) made.current = { number: toast.number, outline };
    else if (toast.undo && made.current.outline !== outline) setToast(undefined);
  }, [outline, toast, setToast]);
}

/** Goes to the top, and keeps the focus on the page, when the deck moves on and shows other content. */
function useStartAfter(state: string): void {
  const last = useRef(state);
  useEffect(() => {
    if (last.current === state) return;
    last.current = state;
    scrollTo(0, 0);
    keepFocus();
  }, [state]);
}

function focusHeading(id: number | undefined): void {
  if (id === undefined) return;
  // The heading is only there after the next render.
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-node="${id}"] .heading`)?.focus());
}

/** A button, because an anchor would replace the fragment that holds the link. */
function skipTo(): void {
  document.getElementById('content')?.focus();
}

import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { DecisionAnswer, DeckView } from '../api';
import { type ApiError, type Calls, reviewerCalls } from './calls';
import { DecisionDialog, type Question } from './decisions';
import { Delivered } from './delivered';
import { keepFocus } from './dialog';
import { Downloads } from './downloads';
import { NotPermitted } from './gate-status';
import { Header } from './header';
import { Banner, ErrorBanner, FullPage, OtherGate } from './messages';
import type { Outline } from './outline';
import { usePreferences, useWords } from './preferences';
import { Progress } from './progress';
import { recall } from './storage';
import type { Template } from './templates';
import { type Message, Toast, useToast } from './toast';
import { Tree } from './tree';
import { useComments } from './use-comments';
import { useDeck } from './use-deck';
import { useEditor } from './use-editor';
import { useOnline } from './use-online';
import { Workbench } from './workbench';

/** The page behind a review link. */
export function ReviewPage({ link }: { link: string }) {
  const calls = useMemo(() => reviewerCalls(link), [link]);
  const { deck, failure, permanent, refresh } = useDeck(calls);
  const online = useOnline();
  const words = useWords();
  useEffect(() => {
    if (deck !== undefined) document.title = `${deck.title} · ${words.stages[deck.stage] ?? ''}`;
  }, [deck, words]);
  if (deck === undefined) {
    if (failure !== undefined) return <FullPage code={failure.code} {...(permanent ? {} : { onRetry: refresh })} />;
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

function Deck({ calls, deck, refresh }: { calls: Calls; deck: DeckView; refresh: () => void }) {
  const { words, when } = usePreferences();
  const editor = useEditor(calls, deck);
  const [announcement, announce] = useAnnouncement();
  const [toast, setToast] = useToast();
  const [question, setQuestion] = useState<Question>();
  const [notice, setNotice] = useState<string>();
  const [template, setTemplate] = useState<Template>();
  const comments = useComments(deck.workflowId);
  const { review, mayNot } = deck;
  const me = deck.link.reviewer ?? recall('name');
  useToastFor(editor?.outline, toast, setToast);
  useStartAfter(review?.gate ?? (deck.stage === 'delivered' ? deck.stage : 'progress'));

  const tell = (message: Message) => {
    announce(message.text);
    setToast(message);
  };
  const onDecided = ({ revision, decision, approvals }: DecisionAnswer, ownText: boolean) => {
    if (ownText) editor?.saved(revision);
    setQuestion(undefined);
    setNotice(undefined);
    if (decision === 'request-changes') comments.clear();
    const { announcements } = words;
    if (decision === 'edit') tell({ text: announcements.saved(revision) });
    if (decision === 'request-changes') tell({ text: announcements.requested });
    if (decision === 'resolve-changes') tell({ text: announcements.resolved });
    if (decision === 'delegate') tell({ text: announcements.delegated });
    if (decision === 'approve' && approvals !== undefined) {
      const { missing } = approvals;
      const more = Math.max(missing.approvals, missing.groups.length > 0 || missing.independent ? 1 : 0);
      if (more > 0) tell({ text: announcements.approved(more) });
    }
    refresh();
  };
  const onConflict = ({ conflict }: ApiError) => {
    setQuestion(undefined);
    const who = conflict?.by === undefined ? words.conflict.someone : words.name({ ...conflict, by: conflict.by });
    const at = conflict?.at === undefined ? undefined : when(conflict.at);
    const isNewer = conflict !== undefined && conflict.revision !== editor?.base.revision;
    setNotice(isNewer ? words.conflict.text(conflict.revision, who, at) : words.conflict.notRecorded(who, at));
    refresh();
  };
  const undo = () => {
    editor?.undo();
    announce(words.announcements.undone);
    setToast(undefined);
    focusHeading(toast?.heading);
  };
  return (
    <div class="page">
      <button type="button" class="unseen skip" onClick={skipTo}>
        {words.skip}
      </button>
      <Header deck={deck}>{deck.files.length > 0 && <Downloads calls={calls} files={deck.files} />}</Header>
      {notice !== undefined && (
        <Banner tone="warning" title={words.conflict.title}>
          {notice}
        </Banner>
      )}
      {review !== undefined && mayNot === 'other-gate' && <OtherGate deck={deck} gate={review.gate} />}
      {review !== undefined && (mayNot === 'not-permitted' || mayNot === 'unverified') && (
        <Banner tone="calm" title={words.notPermitted.title}>
          <NotPermitted deck={deck} />
        </Banner>
      )}
      {review !== undefined && mayNot !== undefined && mayNot in words.mayNot && (
        <Banner tone="calm">{words.mayNot[mayNot as keyof typeof words.mayNot]}</Banner>
      )}
      <main id="content" tabIndex={-1}>
        {review === undefined && (
          <>
            {deck.stage === 'delivered' ? (
              <Delivered calls={calls} deck={deck} {...(editor === undefined ? {} : { editor })} />
            ) : (
              <Progress deck={deck} />
            )}
            {editor?.dirty && <Banner tone="warning">{words.conflict.moved}</Banner>}
          </>
        )}
        {editor === undefined ? (
          review !== undefined && <p class="hint">{words.loading}</p>
        ) : review !== undefined ? (
          <Workbench
            {...{ calls, deck, editor, template, setTemplate, tell, announce, setNotice, me, comments }}
            ask={deck.mayDecide ? setQuestion : undefined}
          />
        ) : (
          <details class="reading" open={editor.dirty}>
            <summary>{words.views.outline}</summary>
            <Tree
              outline={editor.outline}
              readOnly
              edit={editor.edit}
              tell={tell}
              announce={announce}
              showTexts={false}
            />
          </details>
        )}
      </main>
      <p class="unseen" aria-live="polite" data-testid="announcement">
        {announcement}
      </p>
      {toast !== undefined && question === undefined && (
        <Toast
          message={toast}
          {...(toast.undo && editor?.canUndo && deck.mayDecide ? { onUndo: undo } : {})}
          onClose={() => setToast(undefined)}
        />
      )}
      {question !== undefined && editor !== undefined && (
        <DecisionDialog
          {...{ calls, deck, editor, question, onDecided, onConflict, tell, comments }}
          {...(template === undefined ? {} : { template })}
          onClose={() => setQuestion(undefined)}
        />
      )}
    </div>
  );
}

/** A live region for screen readers. They only announce changes, so a repeated message gets a trailing space. */
function useAnnouncement(): [string, (message: string) => void] {
  const [announcement, setAnnouncement] = useState('');
  const announce = useCallback((message: string) => {
    setAnnouncement((previous) => (previous === message ? `${message}\u00a0` : message));
  }, []);
  return [announcement, announce];
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

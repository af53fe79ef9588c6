import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import { faultOf } from '../../outline/outline-facts';
import type { DecisionAnswer, DeckView } from '../api';
import { type ApiError, type Calls, reviewerCalls } from './calls';
import { Changes, defaultSides, type Sides } from './comparison';
import { ConflictPanel } from './conflict';
import { DecisionDialog, type Question } from './decisions';
import { Banner, ErrorBanner, FullPage } from './messages';
import { parse } from './outline';
import { PreferenceControls, usePreferences, useWords } from './preferences';
import { Progress } from './progress';
import { Revisions } from './revisions';
import { Shortcuts } from './shortcuts';
import { Slides } from './slides';
import { type Template, Templates } from './templates';
import { Tree } from './tree';
import { useDeck } from './use-deck';
import { type Editor, useEditor } from './use-editor';

/** The page behind a review link. */
export function ReviewPage({ link }: { link: string }) {
  const calls = useMemo(() => reviewerCalls(link), [link]);
  const { deck, failure, permanent, refresh } = useDeck(calls);
  const words = useWords();
  useEffect(() => {
    if (deck !== undefined) document.title = `${deck.title} · ${words.stages[deck.stage] ?? ''}`;
  }, [deck, words]);
  if (deck === undefined) {
    if (failure !== undefined) return <FullPage code={failure.code} {...(permanent ? {} : { onRetry: refresh })} />;
    return <p class="loading">{words.loading}</p>;
  }
  return (
    <>
      {failure !== undefined && <ErrorBanner code={failure.code} />}
      <Deck calls={calls} deck={deck} refresh={refresh} />
    </>
  );
}

function Deck({ calls, deck, refresh }: { calls: Calls; deck: DeckView; refresh: () => void }) {
  const { words, when } = usePreferences();
  const editor = useEditor(calls, deck);
  const [announcement, announce] = useAnnouncement();
  const [question, setQuestion] = useState<Question>();
  const [notice, setNotice] = useState<string>();
  const [template, setTemplate] = useState<Template>();

  const onDecided = ({ revision, decision }: DecisionAnswer, ownText: boolean) => {
    if (ownText) editor?.saved(revision);
    setQuestion(undefined);
    setNotice(undefined);
    if (decision === 'edit') announce(words.announcements.saved);
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
  const { review, mayNot } = deck;
  return (
    <div class="page">
      <button type="button" class="unseen skip" onClick={skipTo}>
        {words.skip}
      </button>
      <header class="top">
        <div>
          {review !== undefined && <p class="kicker">{words.gate[review.gate]}</p>}
          <h1>{deck.title}</h1>
          {deck.channel !== undefined && (
            <p class="hint">
              {words.channel} {deck.channel}
            </p>
          )}
          {review !== undefined && <p class="lead">{words.intro[review.gate]}</p>}
          {review?.deadline !== undefined && (
            <p class="hint">{words.deadline(when(review.deadline), words.onDeadline[review.onDeadline ?? ''])}</p>
          )}
        </div>
        <PreferenceControls />
      </header>
      {notice !== undefined && (
        <Banner tone="warning" title={words.conflict.title}>
          {notice}
        </Banner>
      )}
      {review !== undefined && mayNot !== undefined && <Banner tone="calm">{words.mayNot[mayNot]}</Banner>}
      <main id="content" tabIndex={-1}>
        {review === undefined && (
          <>
            <Progress calls={calls} deck={deck} />
            {editor?.dirty && <Banner tone="warning">{words.conflict.moved}</Banner>}
          </>
        )}
        {editor === undefined ? (
          review !== undefined && <p class="hint">{words.loading}</p>
        ) : review !== undefined ? (
          <Workbench
            {...{ calls, deck, editor, template, setTemplate, announce, setNotice }}
            ask={deck.mayDecide ? setQuestion : undefined}
          />
        ) : (
          <details class="reading" open={editor.dirty}>
            <summary>{words.views.outline}</summary>
            <Tree outline={editor.outline} readOnly edit={editor.edit} announce={announce} showTexts={false} />
          </details>
        )}
      </main>
      <p class="unseen" aria-live="polite" data-testid="announcement">
        {announcement}
      </p>
      {question !== undefined && editor !== undefined && (
        <DecisionDialog
          {...{ calls, deck, editor, question, onDecided, onConflict }}
          {...(template === undefined ? {} : { template })}
          onClose={() => setQuestion(undefined)}
        />
      )}
    </div>
  );
}

type View = 'slides' | 'outline' | 'markdown' | 'changes' | 'template';

/** Where a reviewer reads, edits and decides. */
function Workbench({
  calls,
  deck,
  editor,
  template,
  setTemplate,
  announce,
  setNotice,
  ask,
}: {
  calls: Calls;
  deck: DeckView;
  editor: Editor;
  template: Template | undefined;
  setTemplate: (template: Template | undefined) => void;
  announce: (message: string) => void;
  setNotice: (notice: string | undefined) => void;
  /** Undefined for links that cannot decide. */
  ask: ((question: Question) => void) | undefined;
}) {
  const words = useWords();
  const gate = deck.review?.gate ?? 'outline';
  const [view, setView] = useState<View>(gate === 'content' ? 'slides' : 'outline');
  const [sides, setSides] = useState<Sides>();
  const [showTexts, setShowTexts] = useState(gate === 'content');
  const [shortcutsShown, setShortcutsShown] = useState(false);
  const readOnly = ask === undefined;
  const views: View[] = ['outline', 'markdown', 'changes', ...(readOnly ? [] : ['template' as const])];
  if (gate === 'content') views.unshift('slides');
  const fault = useMemo(() => (editor.dirty ? faultOf(editor.text) : undefined), [editor.dirty, editor.text]);

  const undo = () => {
    if (!editor.canUndo) return;
    editor.undo();
    announce(words.announcements.undone);
  };
  const redo = () => {
    if (!editor.canRedo) return;
    editor.redo();
    announce(words.announcements.redone);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'F1') {
      event.preventDefault();
      setShortcutsShown(true);
    } else if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'z') {
      event.preventDefault();
      if (event.shiftKey) redo();
      else undo();
    } else if (event.ctrlKey && event.key.toLowerCase() === 'y') {
      event.preventDefault();
      redo();
    }
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: shortcuts for everything inside; each also has a button.
    <div class="workbench" onKeyDown={onKey}>
      <div class="work">
        {editor.draftFound && <Banner tone="calm">{words.draft}</Banner>}
        {editor.newer !== undefined && editor.dirty && (
          <ConflictPanel
            deck={deck}
            editor={editor}
            onReapply={() => {
              setNotice(words.conflict.applied(editor.reapply()));
              setView('changes');
              setSides(undefined);
            }}
            onDiscard={() => {
              editor.discard();
              setNotice(undefined);
            }}
          />
        )}
        <div class="views">
          <nav aria-label={words.viewsLabel}>
            {views.map((name) => (
              <button
                type="button"
                key={name}
                class={name === view ? 'view chosen' : 'view'}
                aria-current={name === view ? 'page' : undefined}
                onClick={() => setView(name)}
              >
                {words.views[name]}
              </button>
            ))}
          </nav>
          {(view === 'outline' || view === 'markdown') && (
            <div class="tools">
              {view === 'outline' && (
                <label class="check">
                  <input
                    type="checkbox"
                    checked={showTexts}
                    onChange={({ currentTarget }) => setShowTexts(currentTarget.checked)}
                  />{' '}
                  {words.tree.texts}
                </label>
              )}
              {!readOnly && (
                <>
                  <button type="button" class="quiet" disabled={!editor.canUndo} onClick={undo}>
                    {words.tree.undo}
                  </button>
                  <button type="button" class="quiet" disabled={!editor.canRedo} onClick={redo}>
                    {words.tree.redo}
                  </button>
                  <button type="button" class="quiet" onClick={() => setShortcutsShown(true)}>
                    {words.tree.shortcuts}
                  </button>
                </>
              )}
            </div>
          )}
        </div>
        {view === 'outline' && (
          <Tree
            outline={editor.outline}
            readOnly={readOnly}
            edit={editor.edit}
            announce={announce}
            showTexts={showTexts}
          />
        )}
        {view === 'markdown' && (
          <label class="markdown">
            <span class="unseen">{words.markdown.label}</span>
            <textarea
              value={editor.text}
              readOnly={readOnly}
              spellcheck={true}
              onInput={({ currentTarget }) => editor.edit(parse(currentTarget.value), 'markdown')}
            />
            <small class="hint">{words.markdown.help}</small>
          </label>
        )}
        {view === 'changes' && (
          <Changes deck={deck} editor={editor} sides={sides ?? defaultSides(deck, editor)} onSides={setSides} />
        )}
        {view === 'slides' && (
          <Slides
            calls={calls}
            revision={deck.revision ?? editor.base.revision}
            outline={editor.outline}
            stale={editor.dirty}
            {...(template === undefined ? {} : { template: template.id })}
          />
        )}
        {view === 'template' && (
          <Templates calls={calls} onChoice={setTemplate} {...(template === undefined ? {} : { chosen: template })} />
        )}
      </div>
      <Revisions
        deck={deck}
        onCompare={(revision) => {
          const current = deck.revision ?? revision;
          setSides(
            revision === current
              ? { before: Math.max(1, revision - 1), after: revision }
              : { before: revision, after: current },
          );
          setView('changes');
        }}
        {...(ask === undefined ? {} : { onRestore: (revision: number) => ask({ kind: 'restore', revision }) })}
      />
      {ask !== undefined && (
        <section class="decide" aria-label={words.decide.label}>
          <p class="state" role="status">
            {fault !== undefined ? words.faults[fault.fault] : editor.dirty ? words.decide.unsaved : ''}
            {template !== undefined && <span class="badge">{words.template.chosen(template.name)}</span>}
          </p>
          <div class="decide-buttons">
            <button type="button" class="danger quiet" onClick={() => ask({ kind: 'reject' })}>
              {words.decide.reject}
            </button>
            {!deck.ownWords && (
              <button type="button" class="quiet" onClick={() => ask({ kind: 'regenerate' })}>
                {words.decide.regenerate}
              </button>
            )}
            {editor.dirty && (
              <>
                <button type="button" class="quiet" onClick={() => ask({ kind: 'discard' })}>
                  {words.decide.discard}
                </button>
                <button
                  type="button"
                  disabled={fault !== undefined || editor.newer !== undefined}
                  onClick={() => ask({ kind: 'save' })}
                >
                  {words.decide.save}
                </button>
              </>
            )}
            <button
              type="button"
              class="primary"
              disabled={fault !== undefined || (editor.newer !== undefined && editor.dirty)}
              onClick={() => ask({ kind: 'approve' })}
            >
              {words.decide.approve}
            </button>
          </div>
        </section>
      )}
      {shortcutsShown && <Shortcuts onClose={() => setShortcutsShown(false)} />}
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

/** A button, because an anchor would replace the fragment that holds the link. */
function skipTo(): void {
  document.getElementById('content')?.focus();
}

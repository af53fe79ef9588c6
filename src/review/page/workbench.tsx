import { useMemo, useState } from 'preact/hooks';
import { faultOf } from '../../outline/outline-facts';
import { itemsOf } from '../../outline/outline-items';
import type { DeckView } from '../api';
import type { Calls } from './calls';
import { Changes, defaultSides, type Sides } from './comparison';
import { ConflictPanel } from './conflict';
import { DecideBar } from './decide-bar';
import type { Question } from './decisions';
import { ChangeRequests, GateStatus } from './gate-status';
import { commentsAtNodes, itemsOfNodes, LONGEST_COMMENTS, MOST_COMMENTS } from './item-comments';
import { LeftOut } from './left-out';
import { Banner } from './messages';
import { parse } from './outline';
import { useWords } from './preferences';
import { Prompts } from './prompts';
import { Revisions } from './revisions';
import { Shortcuts } from './shortcuts';
import { Slides } from './slides';
import { type Template, Templates } from './templates';
import type { Message } from './toast';
import { Tree } from './tree';
import type { OwnComments } from './use-comments';
import type { Editor } from './use-editor';

type View = 'slides' | 'outline' | 'markdown' | 'changes' | 'template';

interface WorkbenchProps {
  calls: Calls;
  deck: DeckView;
  editor: Editor;
  template: Template | undefined;
  setTemplate: (template: Template | undefined) => void;
  /** Shows a message and reads it out. */
  tell: (message: Message) => void;
  announce: (message: string) => void;
  setNotice: (notice: string | undefined) => void;
  /** Undefined for links that cannot decide. */
  ask: ((question: Question) => void) | undefined;
  /** The reviewer's name, if it is known. */
  me: string | undefined;
  comments: OwnComments;
}

/** Where a reviewer reads, edits and decides. */
export function Workbench(props: WorkbenchProps) {
  const { calls, deck, editor, template, setTemplate, tell, announce, setNotice, ask, me, comments } = props;
  const words = useWords();
  const gate = deck.review?.gate ?? 'outline';
  const [view, setView] = useState<View>(gate === 'content' ? 'slides' : 'outline');
  const [sides, setSides] = useState<Sides>();
  const [showTexts, setShowTexts] = useState(gate === 'content');
  const [shortcutsShown, setShortcutsShown] = useState(false);
  const readOnly = ask === undefined;
  const first: View[] = gate === 'content' ? ['slides', 'outline'] : ['outline', 'slides'];
  const views: View[] = [...first, 'markdown', 'changes', ...(readOnly ? [] : ['template' as const])];
  const fault = useMemo(() => (editor.dirty ? faultOf(editor.text) : undefined), [editor.dirty, editor.text]);
  const revision = deck.revision ?? editor.base.revision;

  const { newer, base } = editor;
  const current = newer ?? base;
  const known = useMemo(() => itemsOf(current.markdown), [current.markdown]);
  const items = useMemo(() => itemsOfNodes(editor.outline.nodes, known), [editor.outline, known]);
  const requests = deck.review?.changeRequests;
  const others = useMemo(() => commentsAtNodes(items, requests ?? []), [items, requests]);
  const written = comments.all.reduce((sum, { text }) => sum + text.length, 0);
  const room = comments.all.length < MOST_COMMENTS ? Math.max(0, LONGEST_COMMENTS - written) : 0;

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
        <GateStatus deck={deck} />
        <ChangeRequests
          deck={deck}
          shown={view === 'outline' ? [...others.values()].flat() : []}
          {...(ask === undefined
            ? {}
            : { onResolve: (changeRequest: number) => ask({ kind: 'resolve-changes', changeRequest }) })}
        />
        {!readOnly && <Prompts editor={editor} />}
        <LeftOut deck={deck} />
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
              tell({ text: words.announcements.discarded, undo: true });
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
                  <button type="button" class="quiet keyboard-only" onClick={() => setShortcutsShown(true)}>
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
            tell={tell}
            announce={announce}
            showTexts={showTexts}
            comments={{ items, others, own: comments, room }}
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
          <>
            {gate === 'outline' && <p class="hint">{words.slides.beforeContent}</p>}
            <Slides
              calls={calls}
              revision={revision}
              outline={editor.outline}
              stale={editor.dirty}
              {...(template === undefined ? {} : { template: template.id })}
            />
          </>
        )}
        {view === 'template' && (
          <Templates
            calls={calls}
            revision={revision}
            onChoice={setTemplate}
            {...(template === undefined ? {} : { chosen: template })}
          />
        )}
      </div>
      <Revisions
        deck={deck}
        onCompare={(shown) => {
          const current = deck.revision ?? shown;
          setSides(
            shown === current ? { before: Math.max(1, shown - 1), after: shown } : { before: shown, after: current },
          );
          setView('changes');
        }}
        {...(ask === undefined
          ? {}
          : { onRestore: (restored: number) => ask({ kind: 'restore', revision: restored }) })}
      />
      {ask !== undefined && (
        <DecideBar
          {...{ deck, editor, template, ask, me }}
          comments={comments.all.filter(({ text }) => text.trim() !== '').length}
          fault={fault === undefined ? undefined : words.faults[fault.fault]}
        />
      )}
      {shortcutsShown && <Shortcuts onClose={() => setShortcutsShown(false)} />}
    </div>
  );
}

import { useMemo, useState } from 'preact/hooks';
import { LONGEST_COMMENTS, MOST_COMMENTS } from '../../core/message-limits';
import { isOpen } from '../../core/threads';
import { faultOf } from '../../outline/outline-facts';
import { itemsOf } from '../../outline/outline-items';
import { placedThreads } from '../../outline/placed-threads';
import type { DeckView } from '../v1/schemas';
import { Button } from './button';
import type { Calls } from './calls';
import type { Sides } from './comparison';
import { DecideBar } from './decide-bar';
import type { Question } from './decision-kinds';
import { Check } from './fields';
import { GateStatus } from './gate-status';
import { isWritten, itemsOfNodes, threadsAtNodes } from './item-comments';
import { lazy } from './lazy';
import { LeftOut } from './left-out';
import { Banner } from './messages';
import { parse } from './outline';
import { useWords } from './preferences';
import { Prompts } from './prompts';
import { Revisions } from './revisions';
import type { Template } from './template-name';
import { Threads } from './threads';
import type { Message } from './toast';
import { Tree } from './tree';
import type { OwnComments } from './use-comments';
import type { Editor } from './use-editor';

const Changes = lazy('Changes');
const ConflictPanel = lazy('ConflictPanel');
const Shortcuts = lazy('Shortcuts');
const Slides = lazy('Slides');
const Templates = lazy('Templates');

type View = 'slides' | 'outline' | 'markdown' | 'changes' | 'template';

interface WorkbenchProps {
  calls: Calls;
  deck: DeckView;
  editor: Editor;
  template?: Template;
  setTemplate: (template: Template | undefined) => void;
  /** Shows a message and reads it out. */
  tell: (message: Message) => void;
  announce: (message: string) => void;
  setNotice: (notice: string | undefined) => void;
  /** Absent for links that cannot decide. */
  ask?: (question: Question) => void;
  /** The reviewer's name, if it is known. */
  me?: string;
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
  const fault = useMemo(() => (editor.dirty ? faultOf(editor.text) : undefined), [editor.dirty, editor.text]);
  const revision = deck.revision ?? editor.base.revision;
  const atItems = useItemComments(deck, editor, comments);
  const { undo, redo } = useHistory(editor, announce);
  const showShortcuts = () => setShortcutsShown(true);
  const onCompare = (shown: number) => {
    const current = deck.revision ?? shown;
    setSides(shown === current ? { before: Math.max(1, shown - 1), after: shown } : { before: shown, after: current });
    setView('changes');
  };
  const onReapply = (merged: string, conflicts: number) => {
    editor.reapply(merged);
    setNotice(words.conflict.applied(conflicts));
    setView('changes');
    setSides(undefined);
  };
  const onDiscard = () => {
    editor.discard();
    setNotice(undefined);
    tell({ text: words.announcements.discarded, undo: true });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: shortcuts for everything inside; each also has a button.
    <div class="workbench" onKeyDown={shortcutsFor({ undo, redo, showShortcuts })}>
      <div class="work">
        {editor.newer !== undefined && editor.dirty && <ConflictPanel {...{ deck, editor, onReapply, onDiscard }} />}
        <GateStatus deck={deck} />
        <Threads threads={view === 'outline' ? atItems.elsewhere : atItems.all} ask={ask} />
        {!readOnly && <Prompts editor={editor} open={gate === 'outline'} />}
        <LeftOut deck={deck} />
        {editor.draftFound && <Banner tone="calm">{words.draft}</Banner>}
        <div class="views">
          <ViewTabs {...{ view, setView, gate, readOnly }} />
          {(view === 'outline' || view === 'markdown') && (
            <div class="flow tools">
              {view === 'outline' && (
                <Check checked={showTexts} onCheck={setShowTexts}>
                  {words.tree.texts}
                </Check>
              )}
              {!readOnly && <EditTools {...{ editor, undo, redo, showShortcuts }} />}
            </div>
          )}
        </div>
        {view === 'outline' && (
          <Tree
            {...{ readOnly, tell, announce, showTexts }}
            outline={editor.outline}
            edit={editor.edit}
            comments={{ ...atItems, ask }}
          />
        )}
        {view === 'markdown' && <Markdown {...{ editor, readOnly }} />}
        {view === 'changes' && <Changes deck={deck} editor={editor} sides={sides} onSides={setSides} />}
        {view === 'slides' && (
          <>
            {gate === 'outline' && <p class="hint">{words.slides.beforeContent}</p>}
            <Slides
              {...{ calls, revision }}
              outline={editor.outline}
              stale={editor.dirty}
              template={template?.id}
              comments={{ ...atItems, ask }}
            />
          </>
        )}
        {view === 'template' && (
          <Templates {...{ calls }} deck={{ id: deck.id, revision }} onChoice={setTemplate} chosen={template} />
        )}
      </div>
      <Revisions {...{ deck, onCompare }} onRestore={ask && ((restore) => ask({ kind: 'restore', restore }))} />
      {ask !== undefined && (
        <DecideBar
          {...{ deck, editor, template, ask, me }}
          comments={comments.all.filter(isWritten).length}
          fault={fault && words.faults[fault.fault]}
        />
      )}
      {shortcutsShown && <Shortcuts onClose={() => setShortcutsShown(false)} />}
    </div>
  );
}

/** The items of the current revision with the comments on them, and the room for further ones. */
function useItemComments(deck: DeckView, editor: Editor, own: OwnComments) {
  const { markdown } = editor.newer ?? editor.base;
  const known = useMemo(() => itemsOf(markdown), [markdown]);
  const items = useMemo(() => itemsOfNodes(editor.outline.nodes, known), [editor.outline, known]);
  const all = useMemo(() => placedThreads((deck.threads ?? []).filter(isOpen), markdown), [deck.threads, markdown]);
  const threads = useMemo(() => threadsAtNodes(items, all), [items, all]);
  const shown = [...threads.values()].flat();
  const written = own.all.reduce((sum, { text, suggestion = '' }) => sum + text.length + suggestion.length, 0);
  const room = own.all.length < MOST_COMMENTS ? Math.max(0, LONGEST_COMMENTS - written) : 0;
  return { items, known, threads, all, elsewhere: all.filter((each) => !shown.includes(each)), own, room };
}

function useHistory(editor: Editor, announce: (message: string) => void) {
  const { announcements } = useWords();
  const undo = () => {
    if (!editor.canUndo) return;
    editor.undo();
    announce(announcements.undone);
  };
  const redo = () => {
    if (!editor.canRedo) return;
    editor.redo();
    announce(announcements.redone);
  };
  return { undo, redo };
}

interface Shortcut {
  undo: () => void;
  redo: () => void;
  showShortcuts: () => void;
}

const shortcutsFor =
  ({ undo, redo, showShortcuts }: Shortcut) =>
  (event: KeyboardEvent) => {
    const key = event.key.toLowerCase();
    const undoes = (event.ctrlKey || event.metaKey) && !event.altKey && key === 'z';
    const redoes = (undoes && event.shiftKey) || (event.ctrlKey && key === 'y');
    const act = event.key === 'F1' ? showShortcuts : redoes ? redo : undoes ? undo : undefined;
    if (act === undefined) return;
    event.preventDefault();
    act();
  };

function ViewTabs(props: {
  view: View;
  setView: (view: View) => void;
  gate: 'outline' | 'content';
  readOnly: boolean;
}) {
  const { view: chosen, setView, gate, readOnly } = props;
  const words = useWords();
  const first: View[] = gate === 'content' ? ['slides', 'outline'] : ['outline', 'slides'];
  const views: View[] = [...first, 'markdown', 'changes', ...(readOnly ? [] : ['template' as const])];
  return (
    <nav aria-label={words.viewsLabel}>
      {views.map((view) => (
        <Button
          key={view}
          class={view === chosen ? 'view chosen' : 'view'}
          aria-current={view === chosen ? 'page' : undefined}
          onClick={() => setView(view)}
        >
          {words.views[view]}
        </Button>
      ))}
    </nav>
  );
}

function EditTools({ editor, undo, redo, showShortcuts }: Shortcut & { editor: Editor }) {
  const words = useWords();
  return (
    <>
      <Button class="quiet" disabled={!editor.canUndo} onClick={undo}>
        {words.tree.undo}
      </Button>
      <Button class="quiet" disabled={!editor.canRedo} onClick={redo}>
        {words.tree.redo}
      </Button>
      <Button class="quiet keyboard-only" onClick={showShortcuts}>
        {words.tree.shortcuts}
      </Button>
    </>
  );
}

function Markdown({ editor, readOnly }: { editor: Editor; readOnly: boolean }) {
  const words = useWords();
  return (
    <label class="markdown">
      <span class="unseen">{words.markdown.label}</span>
      <textarea
        value={editor.text}
        readOnly={readOnly}
        spellcheck
        onInput={({ currentTarget }) => editor.edit(parse(currentTarget.value), 'markdown')}
      />
      <small class="hint">{words.markdown.help}</small>
    </label>
  );
}

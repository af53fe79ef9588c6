import { useEffect, useMemo, useState } from 'preact/hooks';
import { diffLines } from '../../outline/line-diff';
import { headingLine } from '../../outline/markdown-blocks';
import type { DeckView } from '../v1/schemas';
import { Check } from './fields';
import { parse } from './outline';
import { useWords } from './preferences';
import { TreeChanges } from './tree-changes';
import { diffOutlines } from './tree-diff';
import type { Editor } from './use-editor';

/** Unchanged lines shown around a change; longer runs are folded. */
const CONTEXT = 2;

/** The differences between two texts: as a tree of headings or, behind a switch, as Markdown. */
export function Differences({ before, after }: { before: string; after: string }) {
  const words = useWords();
  const [asMarkdown, setAsMarkdown] = useState(false);
  const entries = useMemo(() => diffOutlines(parse(before), parse(after)), [before, after]);
  if (before.trimEnd() === after.trimEnd()) return <p class="hint">{words.changes.same}</p>;
  // Such as another way to write a heading, or text before the title.
  const onlyMarkdown = !entries.some(({ changed }) => changed);
  return (
    <div class="comparison">
      {onlyMarkdown ? (
        <p class="hint">{words.changes.onlyMarkdown}</p>
      ) : (
        <Check checked={asMarkdown} onCheck={setAsMarkdown}>
          {words.changes.asMarkdown}
        </Check>
      )}
      {asMarkdown || onlyMarkdown ? <LineDiff before={before} after={after} /> : <TreeChanges entries={entries} />}
    </div>
  );
}

/** A line diff. Hidden labels name additions and removals, because color alone is not accessible. */
function LineDiff({ before, after }: { before: string; after: string }) {
  const words = useWords();
  const lines = diffLines(before, after);
  const added = lines.filter(({ mark }) => mark === '+').length;
  const removed = lines.filter(({ mark }) => mark === '-').length;
  const near = (at: number) =>
    lines.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(({ mark }) => mark !== ' ');
  const shown = [];
  for (let at = 0; at < lines.length; ) {
    const { mark, text } = lines[at]!;
    let until = at + 1;
    if (!near(at)) while (until < lines.length && !near(until)) until += 1;
    if (near(at)) {
      const heading = headingLine(text) ? ' heading' : '';
      shown.push(
        <li key={at} class={`${mark === '+' ? 'added' : mark === '-' ? 'removed' : 'same'}${heading}`}>
          <span class="mark" aria-hidden="true">
            {mark}
          </span>
          {mark !== ' ' && <span class="unseen">{mark === '+' ? words.changes.added : words.changes.removed}</span>}
          {mark === '+' ? <ins>{text}</ins> : mark === '-' ? <del>{text}</del> : <span>{text}</span>}
        </li>,
      );
    } else {
      shown.push(
        <li key={at} class="folded">
          {words.changes.skipped(until - at)}
        </li>,
      );
    }
    at = until;
  }
  return (
    <div class="line-diff">
      <p class="hint">{words.changes.figures(added, removed)}</p>
      <ol>{shown}</ol>
    </div>
  );
}

/** A revision, or `mine` for the unsaved edits. */
type Side = number | 'mine';

export interface Sides {
  before: Side;
  after: Side;
}

/** The unsaved edits if there are any, otherwise the changes of the current revision. */
function defaultSides({ revision = 1 }: DeckView, { dirty, base }: Editor): Sides {
  return dirty ? { before: base.revision, after: 'mine' } : { before: Math.max(1, revision - 1), after: revision };
}

export function Changes(props: {
  deck: DeckView;
  editor: Editor;
  /** Default: the last change. */
  sides?: Sides;
  onSides: (sides: Sides) => void;
}) {
  const { deck, editor, sides = defaultSides(deck, editor), onSides } = props;
  const words = useWords();
  const before = useText(editor, sides.before);
  const after = useText(editor, sides.after);
  const choice = (label: string, value: Side, onChoice: (side: Side) => void) => (
    <label>
      {label}{' '}
      <select
        value={String(value)}
        onChange={({ currentTarget }) =>
          onChoice(currentTarget.value === 'mine' ? 'mine' : Number(currentTarget.value))
        }
      >
        {deck.revisions.map(({ revision }) => (
          <option key={revision} value={String(revision)}>
            {words.changes.revision(revision)}
          </option>
        ))}
        {editor.dirty && <option value="mine">{words.changes.mine}</option>}
      </select>
    </label>
  );
  return (
    <section aria-label={words.views.changes}>
      <div class="flow choices">
        {choice(words.changes.compare, sides.before, (side) => onSides({ ...sides, before: side }))}
        {choice(words.changes.with, sides.after, (side) => onSides({ ...sides, after: side }))}
      </div>
      {before === undefined || after === undefined ? (
        <p class="hint">{words.loading}</p>
      ) : (
        <Differences before={before} after={after} />
      )}
    </section>
  );
}

function useText({ text, revisionText }: Editor, side: Side): string | undefined {
  const [loaded, setLoaded] = useState<{ side: Side; text: string }>();
  useEffect(() => {
    if (side === 'mine') return;
    let left = false;
    revisionText(side).then(
      (markdown) => {
        if (!left) setLoaded({ side, text: markdown });
      },
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [side, revisionText]);
  if (side === 'mine') return text;
  return loaded?.side === side ? loaded.text : undefined;
}

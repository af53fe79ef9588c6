import { Fragment } from 'preact';
import { useWords } from './preferences';
import { changeKinds, countChanges, type Entry } from './tree-diff';
import type { Part } from './word-diff';

/** The changes as a tree of headings. Each change has a label, because color alone is not accessible. */
export function TreeChanges({ entries }: { entries: readonly Entry[] }) {
  const words = useWords();
  const counts = countChanges(entries);
  const kinds = changeKinds.filter((kind) => counts[kind] > 0);
  return (
    <div class="tree-changes">
      <p class="hint">{kinds.map((kind) => words.changes.counts[kind](counts[kind])).join(' · ')}</p>
      <Entries entries={entries} />
    </div>
  );
}

/** Headings without a change inside are folded. */
function Entries({ entries }: { entries: readonly Entry[] }) {
  const words = useWords();
  const rows = [];
  for (let at = 0; at < entries.length; ) {
    const entry = entries[at]!;
    let until = at + 1;
    if (entry.changed) rows.push(<EntryRow key={at} entry={entry} />);
    else {
      while (until < entries.length && !entries[until]!.changed) until += 1;
      rows.push(
        <li key={at} class="folded">
          {words.changes.unchanged(sizeOf(entries.slice(at, until)))}
        </li>,
      );
    }
    at = until;
  }
  return <ol>{rows}</ol>;
}

function EntryRow({ entry }: { entry: Entry }) {
  const words = useWords();
  const { number, was, kinds, level, heading, body, children } = entry;
  return (
    <li>
      <div class={['flow', 'entry', ...kinds.map((kind) => `is-${kind}`)].join(' ')}>
        {number !== '' && <span class="number">{number}</span>}
        <span class={`entry-words level-${level}`}>
          <Marked parts={heading} />
        </span>
        {kinds.map((kind) => (
          <span key={kind} class={`badge badge-${kind}`}>
            {kind === 'moved' && was ? words.changes.movedFrom(was) : words.changes.kinds[kind]}
          </span>
        ))}
        {body !== undefined && (
          <p class="entry-body">
            <Marked parts={body} />
          </p>
        )}
      </div>
      {children.length > 0 && <Entries entries={children} />}
    </li>
  );
}

function Marked({ parts }: { parts: readonly Part[] }) {
  return (
    <>
      {parts.map(({ mark, text }, at) =>
        mark === '+' ? (
          <ins key={at}>{text}</ins>
        ) : mark === '-' ? (
          <del key={at}>{text}</del>
        ) : (
          <Fragment key={at}>{text}</Fragment>
        ),
      )}
    </>
  );
}

function sizeOf(entries: readonly Entry[]): number {
  return entries.reduce((sum, { children }) => sum + 1 + sizeOf(children), 0);
}

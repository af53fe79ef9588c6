import type { OutlineItem } from '../../core/review-message';
import type { PlacedThread } from '../../outline/placed-threads';
import { Button } from './button';
import { commentsOn } from './item-comments';
import { endOf, isTitle, numbersOf } from './outline';
import { useWords } from './preferences';
import type { AskAbout } from './threads';
import { TreeRow } from './tree-row';
import type { OwnComments } from './use-comments';
import { type TreeEditing, useTree } from './use-tree';

/** Comments at headings: the open threads, and the reviewer's own. */
interface TreeComments {
  /** The items that can be commented on, by heading: itself, and the lines under it. */
  items: ReadonlyMap<number, readonly OutlineItem[]>;
  threads: ReadonlyMap<number, readonly PlacedThread[]>;
  ask?: AskAbout | undefined;
  own: OwnComments;
  /** Maximum characters of a further comment; 0 if the request is full. */
  room: number;
}

/**
 * The outline as nested lists of labeled text fields. `role="tree"` would turn off screen readers' reading mode and
 * does not allow fields or buttons, while lists are read with depth and length. Only one row is in the tab order; arrow
 * keys move between rows.
 */
export function Tree(props: TreeEditing & { showTexts?: boolean; comments?: TreeComments }) {
  const { showTexts = false, comments, ...editing } = props;
  const words = useWords();
  const { list, currentId, open, withText, place, dragged, actions } = useTree(editing);
  const { outline, readOnly } = editing;
  const { nodes } = outline;
  const numbers = numbersOf(outline);

  const commentsOf = (id: number) => {
    const items = comments?.items.get(id);
    if (comments === undefined || items === undefined) return {};
    const { room, own, threads, ask } = comments;
    const set: OwnComments['set'] = (item, change) => {
      // Removing the field would take the focus with it.
      if (change === undefined) actions.returnTo(id);
      own.set(item, change);
    };
    return {
      threads: threads.get(id),
      ask,
      own: readOnly ? undefined : { ...commentsOn(own.all, items), items, room, set },
    };
  };
  const under = (parent: number, until: number) => {
    const items = [];
    for (let at = parent + 1; at < until; at = endOf(outline, at)) {
      const node = nodes[at]!;
      const end = endOf(outline, at);
      items.push(
        <li key={node.id}>
          <TreeRow
            {...{ node, readOnly, actions }}
            number={numbers[at]!}
            title={isTitle(outline, at)}
            current={node.id === currentId}
            open={node.id === open}
            showText={withText.has(node.id) || (showTexts && node.body.trim() !== '')}
            dragged={node.id === dragged}
            place={place?.target === node.id ? place.where : undefined}
            {...commentsOf(node.id)}
          />
          {end > at + 1 && <ol>{under(at, end)}</ol>}
        </li>,
      );
    }
    return items;
  };

  return (
    <div ref={list} class={dragged === undefined ? 'tree' : 'tree dragging'}>
      {outline.preamble.trim() !== '' && (
        <p class="preamble">
          <strong>{words.tree.preamble}</strong> {outline.preamble}
        </p>
      )}
      <ol aria-label={words.tree.label}>{under(-1, nodes.length)}</ol>
      {!readOnly && (
        <Button class="add" onClick={actions.addAtEnd}>
          + {words.tree.addChapter}
        </Button>
      )}
    </div>
  );
}

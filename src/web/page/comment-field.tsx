import { useEffect, useId, useRef } from 'preact/hooks';
import { LONGEST_COMMENT } from '../../core/message-limits';
import type { OutlineItem, ReviewComment } from '../../core/review-message';
import { isBlock, isSameItem } from '../../outline/outline-items';
import { Button } from './button';
import { useWords } from './preferences';
import type { OwnComments } from './use-comments';

/** The reviewer's comments on a heading and the lines under it, or on a slide. */
export interface RowComments {
  comments: readonly ReviewComment[];
  items: readonly OutlineItem[];
  /** The first item without a comment. */
  free: OutlineItem | undefined;
  /** Maximum characters of a further comment; 0 if the request is full. */
  room: number;
  set: OwnComments['set'];
}

/** A comment of the reviewer, and the item that it is about. */
export function CommentField({ own, comment }: { comment: ReviewComment; own: RowComments }) {
  const { item, slide, text, suggestion = '' } = comment;
  const words = useWords();
  const field = useRef<HTMLTextAreaElement>(null);
  const help = useId();
  useEffect(() => {
    // A comment from an earlier visit does not take the focus.
    if (text === '' && suggestion === '') field.current?.focus();
  }, []);
  const { items, set } = own;
  const name = item.line ?? item.heading;
  const labels = items.map(({ heading, line = heading }) => line);
  return (
    <div class="own-comment">
      {items.length > 1 && (
        <label>
          {words.tree.commentAbout}{' '}
          <select
            value={items.findIndex((each) => isSameItem(each, item))}
            onChange={({ currentTarget }) => set(comment, { item: items[Number(currentTarget.value)]! })}
          >
            {items.map((each, index) => (
              <option
                key={each.path + labels[index]}
                value={index}
                disabled={own.comments.some((other) => other.item !== item && isSameItem(other.item, each))}
              >
                {labels[index]}
              </option>
            ))}
          </select>
        </label>
      )}
      <textarea
        ref={field}
        rows={2}
        maxLength={Math.min(own.room + text.length, LONGEST_COMMENT)}
        aria-label={words.tree.commentOn(name)}
        aria-describedby={help}
        value={text}
        onInput={({ currentTarget }) => set(comment, { text: currentTarget.value })}
      />
      {slide === undefined && !isBlock(item) && (
        <input
          type="text"
          maxLength={Math.min(own.room + suggestion.length, LONGEST_COMMENT)}
          aria-label={words.tree.suggestionFor(name)}
          placeholder={words.tree.suggestion}
          value={suggestion}
          onInput={({ currentTarget }) => set(comment, { suggestion: currentTarget.value })}
        />
      )}
      <small id={help}>{words.tree.commentHelp}</small>
      <Button class="quiet" onClick={() => set(comment, undefined)}>
        {words.tree.removeComment}
        <span class="unseen"> {words.tree.commentOn(name)}</span>
      </Button>
    </div>
  );
}

import type { ReviewComment } from '../../core/review-message';
import type { PlacedThread } from '../../outline/placed-threads';
import { Button } from './button';
import type { Asking } from './decision-kinds';
import { usePreferences, useWords } from './preferences';

/** Opens the dialog of a decision about a thread. */
export type AskAbout = (question: Asking) => void;

/** The open threads about the whole text, removed lines, and lines that the view does not show. */
export function Threads({ threads, ask }: { threads: readonly PlacedThread[]; ask?: AskAbout | undefined }) {
  const words = useWords();
  if (threads.length === 0) return null;
  return (
    <section class="threads" aria-labelledby="threads-title">
      <h2 id="threads-title">{words.threads.title(threads.length)}</h2>
      <ul>
        {threads.map((thread) => (
          <li key={thread.number}>
            <ThreadCard thread={thread} ask={ask} placed />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** @param placed name the line, which is not next to the thread */
export function ThreadCard(props: { thread: PlacedThread; ask?: AskAbout | undefined; placed?: true }) {
  const { thread, ask, placed } = props;
  const { words, when } = usePreferences();
  const { threads } = words;
  const { number, revision, item, slide, suggestion, objection, replies, at, removed } = thread;
  const name = words.name(thread);
  const about = `${threads.thread(number)}`;
  return (
    <article class={objection ? 'thread objection' : 'thread'} aria-label={about}>
      <p>
        <strong>{objection ? threads.objection(name) : name}</strong>{' '}
        <span class="hint">
          {about} · {words.changes.revision(revision)} · <time dateTime={at}>{when(at)}</time>
        </span>
      </p>
      {item !== undefined && (placed || item.line !== undefined) && (
        <p class="hint">
          {placed && item.path !== '0' && `${item.path} `}
          {item.line ?? item.heading}
          {slide !== undefined && ` · ${threads.slide(slide)}`}
          {removed && <span class="badge">{threads.removed}</span>}
        </p>
      )}
      {thread.text !== '' && <q>{thread.text}</q>}
      {suggestion !== undefined && (
        <p>
          {threads.suggests} <ins>{suggestion}</ins>
        </p>
      )}
      {replies.map((reply) => (
        <p key={reply.at + reply.text} class="reply">
          <strong>{words.name(reply)}</strong> {reply.text}
        </p>
      ))}
      {ask !== undefined && (
        <div class="flow">
          <Button
            class="quiet"
            aria-label={`${threads.reply}: ${about}`}
            onClick={() => ask({ kind: 'reply', thread })}
          >
            {threads.reply}
          </Button>
          {suggestion !== undefined && !removed && (
            <Button aria-label={`${threads.accept}: ${about}`} onClick={() => ask({ kind: 'accept', thread })}>
              {threads.accept}
            </Button>
          )}
          <Button
            class="quiet"
            aria-label={`${suggestion === undefined ? threads.resolve : threads.refuse}: ${about}`}
            onClick={() => ask({ kind: 'resolve-thread', thread })}
          >
            {suggestion === undefined ? threads.resolve : threads.refuse}
          </Button>
        </div>
      )}
    </article>
  );
}

/** Comments with the items that they are about. */
export function Comments({
  comments,
}: {
  comments: readonly (Omit<ReviewComment, 'item'> & Partial<ReviewComment>)[];
}) {
  const words = useWords();
  return (
    <>
      {comments.map(({ item, slide, text, suggestion }) => (
        <q key={`${item?.path} ${slide} ${text}`}>
          {item !== undefined && <strong>{item.path === '0' ? item.heading : `${item.path} ${item.heading}`}: </strong>}
          {item?.line !== undefined && <em>{item.line}: </em>}
          {slide !== undefined && `${words.threads.slide(slide)}: `}
          {text}
          {suggestion !== undefined && (
            <>
              {' '}
              {words.threads.suggests} <ins>{suggestion}</ins>
            </>
          )}
        </q>
      ))}
    </>
  );
}

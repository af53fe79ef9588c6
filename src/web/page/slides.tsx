import { useState } from 'preact/hooks';
import type { OutlineItem } from '../../core/review-message';
import type { ServiceId } from '../../core/service-id';
import type { PlacedThread } from '../../outline/placed-threads';
import { isGap } from '../../outline/prompts';
import type { SlideList } from '../v1/schemas';
import { Button } from './button';
import type { Calls } from './calls';
import { CommentField } from './comment-field';
import { commentsOn, onSlide } from './item-comments';
import { LazyImage } from './lazy-image';
import { endOf, linesUnder, type Outline } from './outline';
import { useWords } from './preferences';
import { type AskAbout, ThreadCard } from './threads';
import type { OwnComments } from './use-comments';
import { useLoaded } from './use-loaded';
import { Lightbox, Slide, turning, type Viewed } from './viewer';

/** The items of the revision, the open threads, and the comments of a reviewer. */
interface SlideComments {
  known: readonly OutlineItem[];
  all: readonly PlacedThread[];
  own: OwnComments;
  room: number;
  /** Absent for links that cannot decide. */
  ask?: AskAbout | undefined;
}

/** A preview of the slides: thumbnails, and a viewer with the text of the slide. */
export function Slides(props: {
  calls: Calls;
  revision: number;
  template?: ServiceId;
  outline: Outline;
  stale: boolean;
  /** The first slide is large, and the others are next to it. */
  hero?: boolean;
  comments?: SlideComments;
}) {
  const { calls, revision, template, outline, stale, hero = false, comments } = props;
  const words = useWords();
  const [at, setAt] = useState(0);
  const [open, setOpen] = useState(false);
  const query = `?revision=${revision}${template === undefined ? '' : `&template=${template}`}`;
  const { loaded: list, failure } = useLoaded<SlideList>(calls, `${calls.deck}/slides${query}`);
  if (failure !== undefined) return <p class="hint">{words.errors[failure]?.[1]}</p>;
  if (list === undefined) return <p class="hint">{words.loading}</p>;
  const { slides } = list;
  if (slides.length === 0) return <p class="hint">{words.slides.none}</p>;
  const path = (number: number) => `${calls.deck}/slides/${number}${query}`;
  const viewed = (at: number): Viewed => ({
    ...{ calls, at, title: slides[at]!.title, of: slides.length },
    path: `${path(slides[at]!.number)}&size=large`,
    ahead: slides[at + 1] && `${path(slides[at + 1]!.number)}&size=large`,
    go: (to) => setAt(Math.min(Math.max(to, 0), slides.length - 1)),
  });
  const shown = Math.min(at, slides.length - 1);
  return (
    <section aria-label={words.views.slides} class={list.ratio < 1.5 ? 'slides classic' : 'slides'}>
      {stale && <p class="hint">{words.slides.stale(revision)}</p>}
      {list.approximate && <p class="hint">{words.slides.approximate}</p>}
      {hero && (
        // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys for the buttons inside.
        <div class="hero" onKeyDown={(event) => turning(event, viewed(shown), () => setOpen(true))}>
          <Slide {...viewed(shown)} onOpen={() => setOpen(true)} />
          <p class="hero-caption" aria-live="polite">
            {words.slides.number(shown + 1, slides.length)} · {slides[shown]!.title}
          </p>
        </div>
      )}
      {open && (
        <Lightbox {...viewed(shown)} onClose={() => setOpen(false)}>
          {!hero && slideText(outline, slides[shown]!.title)}
          {comments && <CommentsOnSlide {...{ slides, comments }} at={shown} />}
        </Lightbox>
      )}
      <ol class="thumbnails">
        {slides.map(({ number, title }, index) => (
          <li key={number}>
            <Button
              class={hero && index === shown ? 'thumbnail chosen' : 'thumbnail'}
              aria-pressed={hero ? index === shown : undefined}
              onClick={() => {
                setAt(index);
                setOpen(!hero);
              }}
            >
              <LazyImage calls={calls} path={path(number)} alt="" />
              <span class="caption">
                {number}. {title}
                {!hero && <span class="unseen"> {words.slides.open}</span>}
                {comments && <ThreadCount {...{ slides, comments }} at={index} />}
              </span>
            </Button>
          </li>
        ))}
      </ol>
    </section>
  );
}

interface OfSlide {
  slides: SlideList['slides'];
  at: number;
  comments: SlideComments;
}

function ThreadCount({ slides, at, comments: { known, all } }: OfSlide) {
  const words = useWords();
  const { length } = onSlide(slides, at, known, all).threads;
  return length === 0 ? null : <span class="badge">{words.threads.title(length)}</span>;
}

/** The threads about a slide, and the reviewer's own comment on it. */
function CommentsOnSlide({ slides, at, comments: { known, all, own, room, ask } }: OfSlide) {
  const words = useWords();
  const { item, threads } = onSlide(slides, at, known, all);
  if (item === undefined) return null;
  const place = { item, slide: slides[at]!.number };
  const { comments, free } = commentsOn(own.all, [item], place.slide);
  return (
    <>
      {threads.map((thread) => (
        <ThreadCard key={thread.number} thread={thread} ask={ask} placed />
      ))}
      {comments.map((comment) => (
        <CommentField key={place.slide} comment={comment} own={{ comments, items: [item], free, room, set: own.set }} />
      ))}
      {ask !== undefined && free !== undefined && room > 0 && (
        <Button onClick={() => own.set(place, {})}>{words.tree.comment}</Button>
      )}
    </>
  );
}

/** The title and the text, for slides that have some. */
function slideText(outline: Outline, title: string) {
  const lines = textOf(outline, title);
  if (lines.length === 0) return undefined;
  return (
    <>
      <h2>{title}</h2>
      {lines.map((line, index) => (
        <p key={index}>{line}</p>
      ))}
    </>
  );
}

/** The text of a slide, found by its title. Gaps are not on the slide. */
function textOf(outline: Outline, title: string): string[] {
  const at = outline.nodes.findIndex(({ text, level }) => level > 1 && text.trim() === title.trim());
  if (at === -1) return [];
  return outline.nodes
    .slice(at, endOf(outline, at))
    .flatMap((node, index) => (index === 0 ? linesUnder(node) : [node.text, ...linesUnder(node)]))
    .filter((line) => !isGap(line));
}

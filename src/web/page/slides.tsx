import { useState } from 'preact/hooks';
import type { ServiceId } from '../../core/service-id';
import type { SlideList } from '../api';
import { Button } from './button';
import type { Calls } from './calls';
import { LazyImage } from './lazy-image';
import { endOf, linesUnder, type Outline } from './outline';
import { useWords } from './preferences';
import { useLoaded } from './use-loaded';

/** A preview of the slides: thumbnails, and an enlarged slide next to its text. */
export function Slides({
  calls,
  revision,
  template,
  outline,
  stale,
}: {
  calls: Calls;
  revision: number;
  template?: ServiceId;
  outline: Outline;
  stale: boolean;
}) {
  const words = useWords();
  const [chosen, setChosen] = useState<number>();
  const query = `?revision=${revision}${template === undefined ? '' : `&template=${template}`}`;
  const { loaded: list, failure } = useLoaded<SlideList>(calls, `/api/slides${query}`);
  if (failure !== undefined) return <p class="hint">{words.errors[failure]?.[1]}</p>;
  if (list === undefined) return <p class="hint">{words.loading}</p>;
  const { slides } = list;
  if (slides.length === 0) return <p class="hint">{words.slides.none}</p>;
  const at = slides.findIndex(({ number }) => number === chosen);
  const slide = slides[at];
  const path = (number: number) => `/api/slides/${number}${query}`;
  return (
    <section aria-label={words.views.slides} class={list.ratio < 1.5 ? 'slides classic' : 'slides'}>
      {stale && <p class="hint">{words.slides.stale(revision)}</p>}
      {list.approximate && <p class="hint">{words.slides.approximate}</p>}
      {slide !== undefined && (
        <div class="large-slide">
          <figure>
            <LazyImage calls={calls} path={`${path(slide.number)}&size=large`} alt={slide.title} />
            <figcaption>
              <Button disabled={at === 0} onClick={() => setChosen(slides[at - 1]?.number)}>
                ← {words.previous}
              </Button>
              <span aria-live="polite">{words.slides.number(at + 1, slides.length)}</span>
              <Button disabled={at === slides.length - 1} onClick={() => setChosen(slides[at + 1]?.number)}>
                {words.next} →
              </Button>
              <Button class="quiet" onClick={() => setChosen(undefined)}>
                {words.close}
              </Button>
            </figcaption>
          </figure>
          <div class="slide-text">
            <h2>{slide.title}</h2>
            {textOf(outline, slide.title).map((line, index) => (
              <p key={index}>{line}</p>
            ))}
          </div>
        </div>
      )}
      <ol class="thumbnails">
        {slides.map(({ number, title }) => (
          <li key={number}>
            <Button
              class={number === chosen ? 'thumbnail chosen' : 'thumbnail'}
              aria-pressed={number === chosen}
              onClick={() => setChosen(number)}
            >
              <LazyImage calls={calls} path={path(number)} alt="" />
              <span class="caption">
                {number}. {title}
                <span class="unseen"> {words.slides.open}</span>
              </span>
            </Button>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The text of a slide, found by its title. */
function textOf(outline: Outline, title: string): string[] {
  const at = outline.nodes.findIndex(({ text, level }) => level > 1 && text.trim() === title.trim());
  if (at === -1) return [];
  return outline.nodes
    .slice(at, endOf(outline, at))
    .flatMap((node, index) => (index === 0 ? linesUnder(node) : [node.text, ...linesUnder(node)]));
}

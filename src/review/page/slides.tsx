import { useEffect, useState } from 'preact/hooks';
import type { SlideList } from '../api';
import { type Calls, Refused, type Trouble } from './calls';
import { endOf, linesUnder, type Outline } from './outline';
import { Picture } from './pictures';
import { useWords } from './preferences';

/** The content as the deck will have it: small pictures, one of them larger with its text beside. */
export function Slides({
  calls,
  revision,
  template,
  outline,
  stale,
}: {
  calls: Calls;
  revision: number;
  template?: number;
  outline: Outline;
  stale: boolean;
}) {
  const words = useWords();
  const [list, setList] = useState<SlideList>();
  const [trouble, setTrouble] = useState<Trouble>();
  const [chosen, setChosen] = useState<number>();
  const query = `?revision=${revision}${template === undefined ? '' : `&template=${template}`}`;
  useEffect(() => {
    const ending = new AbortController();
    calls.get<SlideList>(`/api/slides${query}`, ending.signal).then(
      (slides) => {
        setTrouble(undefined);
        setList(slides);
      },
      (error: unknown) => {
        if (!ending.signal.aborted) setTrouble(error instanceof Refused ? error.error : 'internal');
      },
    );
    return () => ending.abort();
  }, [calls, query]);
  if (trouble !== undefined) return <p class="hint">{words.sentences[trouble]?.[1]}</p>;
  if (list === undefined) return <p class="hint">{words.loading}</p>;
  const { slides } = list;
  if (slides.length === 0) return <p class="hint">{words.slides.none}</p>;
  const at = slides.findIndex(({ number }) => number === chosen);
  const slide = slides[at];
  const path = (number: number) => `/api/slides/${number}${query}`;
  return (
    <section aria-label={words.views.slides} class={list.ratio < 1.5 ? 'slides classic' : 'slides'}>
      {stale && <p class="hint">{words.slides.stale(revision)}</p>}
      {slide !== undefined && (
        <div class="large-slide">
          <figure>
            <Picture calls={calls} path={path(slide.number)} alt={slide.title} />
            <figcaption>
              <button type="button" disabled={at === 0} onClick={() => setChosen(slides[at - 1]?.number)}>
                ← {words.previous}
              </button>
              <span aria-live="polite">{words.slides.number(at + 1, slides.length)}</span>
              <button
                type="button"
                disabled={at === slides.length - 1}
                onClick={() => setChosen(slides[at + 1]?.number)}
              >
                {words.next} →
              </button>
              <button type="button" class="quiet" onClick={() => setChosen(undefined)}>
                {words.close}
              </button>
            </figcaption>
          </figure>
          <div class="slide-text">
            <h3>{slide.title}</h3>
            {textOf(outline, slide.title).map((line, index) => (
              <p key={index}>{line}</p>
            ))}
          </div>
        </div>
      )}
      <ol class="thumbnails">
        {slides.map(({ number, title }) => (
          <li key={number}>
            <button
              type="button"
              class={number === chosen ? 'thumbnail chosen' : 'thumbnail'}
              aria-pressed={number === chosen}
              onClick={() => setChosen(number)}
            >
              <Picture calls={calls} path={path(number)} alt="" />
              <span class="caption">
                {number}. {title}
                <span class="unseen"> {words.slides.open}</span>
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The words of the text that a slide is made from. */
function textOf(outline: Outline, title: string): string[] {
  const at = outline.nodes.findIndex(({ text, level }) => level > 1 && text.trim() === title.trim());
  if (at === -1) return [];
  return outline.nodes
    .slice(at, endOf(outline, at))
    .flatMap((node, index) => (index === 0 ? linesUnder(node) : [node.text, ...linesUnder(node)]));
}

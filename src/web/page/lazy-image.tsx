import { useEffect, useRef, useState } from 'preact/hooks';
import type { Calls } from './calls';
import { useWords } from './preferences';

/** Maximum number of images loaded at the same time: the server renders each on request. */
const CONCURRENCY = 3;
let running = 0;
const waiting = new Map<Element, () => Promise<void>>();

/** Starts waiting work, from the top of the page to its bottom. Observers report elements in any order. */
function start(): void {
  const inOrder = [...waiting].sort(([a], [b]) =>
    a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );
  for (const [place, work] of inOrder) {
    if (running >= CONCURRENCY) return;
    waiting.delete(place);
    running += 1;
    void work().finally(() => {
      running -= 1;
      start();
    });
  }
}

/** An image that needs the link in a header, fetched when it comes near the viewport. */
export function LazyImage({ calls, path, alt }: { calls: Calls; path: string; alt: string }) {
  const words = useWords();
  const place = useRef<HTMLSpanElement>(null);
  const [near, setNear] = useState(false);
  const [source, setSource] = useState<string>();
  const [broken, setBroken] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: '300px' },
    );
    if (place.current !== null) observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (!near) return;
    const abort = new AbortController();
    let url: string | undefined;
    setBroken(false);
    const load = async () => {
      try {
        const image = await calls.file(path, abort.signal);
        if (abort.signal.aborted) return;
        url = URL.createObjectURL(image);
        setSource(url);
      } catch {
        if (!abort.signal.aborted) setBroken(true);
      }
    };
    const element = place.current!;
    waiting.set(element, load);
    // After all elements that become visible together.
    setTimeout(start);
    return () => {
      if (waiting.get(element) === load) waiting.delete(element);
      abort.abort();
      // Later, because the browser may still be reading the image.
      if (url !== undefined) setTimeout(URL.revokeObjectURL, 1000, url);
    };
  }, [calls, path, near]);
  return (
    <span class="image" ref={place}>
      {source !== undefined && !broken && <img src={source} alt={alt} draggable={false} />}
      {broken && <span class="image-broken">{words.slides.broken}</span>}
    </span>
  );
}

import { useEffect, useRef, useState } from 'preact/hooks';
import type { Calls } from './calls';
import { useWords } from './preferences';

/** Maximum number of images loaded at the same time: the server renders each on request. */
const CONCURRENCY = 3;
let running = 0;
const waiting: (() => void)[] = [];

async function limited<T>(work: () => Promise<T>): Promise<T> {
  if (running >= CONCURRENCY) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    waiting.shift()?.();
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
    limited(async () => {
      if (abort.signal.aborted) return;
      const image = await calls.file(path, abort.signal);
      if (abort.signal.aborted) return;
      url = URL.createObjectURL(image);
      setSource(url);
    }).catch(() => {
      if (!abort.signal.aborted) setBroken(true);
    });
    return () => {
      abort.abort();
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [calls, path, near]);
  return (
    <span class="image" ref={place}>
      {source !== undefined && !broken && <img src={source} alt={alt} draggable={false} />}
      {broken && <span class="image-broken">{words.slides.broken}</span>}
    </span>
  );
}

import { useEffect, useRef, useState } from 'preact/hooks';
import type { Calls } from './calls';
import { useWords } from './preferences';

/** Pictures are drawn when they are asked for; so many at once are enough. */
const AT_ONCE = 3;
let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

/** A picture that needs the link to be seen: fetched once it comes near the screen. */
export function Picture({ calls, path, alt }: { calls: Calls; path: string; alt: string }) {
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
    const ending = new AbortController();
    let address: string | undefined;
    setBroken(false);
    inTurn(async () => {
      if (ending.signal.aborted) return;
      const picture = await calls.file(path, ending.signal);
      if (ending.signal.aborted) return;
      address = URL.createObjectURL(picture);
      setSource(address);
    }).catch(() => {
      if (!ending.signal.aborted) setBroken(true);
    });
    return () => {
      ending.abort();
      if (address !== undefined) URL.revokeObjectURL(address);
    };
  }, [calls, path, near]);
  return (
    <span class="picture" ref={place}>
      {source !== undefined && !broken && <img src={source} alt={alt} draggable={false} />}
      {broken && <span class="picture-broken">{words.slides.broken}</span>}
    </span>
  );
}

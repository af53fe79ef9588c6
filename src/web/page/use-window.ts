import { useEffect, useRef, useState } from 'preact/hooks';

/** Calls the latest handler for every event of the window. */
export function useEvent<Type extends keyof WindowEventMap>(
  type: Type,
  handler: (event: WindowEventMap[Type]) => void,
): void {
  const latest = useRef(handler);
  latest.current = handler;
  useEffect(() => {
    const gone = new AbortController();
    addEventListener(type, (event) => latest.current(event), { signal: gone.signal });
    return () => gone.abort();
  }, [type]);
}

/** Whether the browser has a network connection. */
export function useOnline(): boolean {
  const [online, setOnline] = useState(() => navigator.onLine);
  const update = () => setOnline(navigator.onLine);
  useEvent('online', update);
  useEvent('offline', update);
  return online;
}

/** The title of the browser's tab. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}

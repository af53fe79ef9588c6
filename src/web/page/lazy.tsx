import { type FunctionComponent, h } from 'preact';
import { useEffect, useState } from 'preact/hooks';

type Later = typeof import('./later');

const RETRY_MS = 1000;
let loaded: Later | undefined;
let loading: Promise<void> | undefined;

/** Loads the parts that the first view does not need, also so that they are there when the connection is not. */
export function loadLater(): Promise<void> {
  loading ??= import('./later').then(
    (later) => {
      loaded = later;
    },
    () => {
      loading = undefined;
    },
  );
  return loading;
}

/** A part that is loaded when it is first shown. */
export function lazy<Name extends keyof Later>(name: Name): Later[Name] {
  const Lazy = (props: object) => {
    const [isThere, setThere] = useState(loaded !== undefined);
    useEffect(() => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const attempt = async () => {
        await loadLater();
        if (loaded === undefined) timer = setTimeout(attempt, RETRY_MS);
        else setThere(true);
      };
      if (!isThere) void attempt();
      return () => clearTimeout(timer);
    }, [isThere]);
    return isThere ? h(loaded![name] as FunctionComponent<object>, props) : null;
  };
  return Lazy as unknown as Later[Name];
}

import { useEffect, useRef, useState } from 'preact/hooks';
import { type Calls, sessionCalls } from './calls';
import { type Order, sourceOf } from './new-order';
import { useLoaded } from './use-loaded';

const id = new URLSearchParams(location.search).get('like');

/** What the deck in the address was started from; its source is kept until the person removes it. */
export function useLike(calls: Calls, onError: (error: unknown) => void, onLoaded: (order: Order) => void) {
  const path = id === null ? undefined : `${sessionCalls(id).deck}/order`;
  const { loaded: like } = useLoaded<Order>(calls, path, onError);
  const [isForgotten, setForgotten] = useState(false);
  const filled = useRef(false);
  useEffect(() => {
    if (like === undefined || filled.current) return;
    filled.current = true;
    onLoaded(like);
  }, [like, onLoaded]);
  return {
    like,
    isKept: !isForgotten && like !== undefined && sourceOf(like) !== undefined,
    forget: () => setForgotten(true),
  };
}

export const nameOfSource = ({ document }: Order) => document?.file?.name ?? document?.path ?? document?.url;

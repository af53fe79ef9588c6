import { useEffect, useRef, useState } from 'preact/hooks';
import type { Decision, DecisionAnswer } from '../v1/schemas';
import { ApiError, type Calls, newKey } from './calls';
import type { Sendable } from './decision-kinds';
import { useEvent } from './use-window';

/** How often a decision is sent again while the server cannot be reached. */
const RESEND_MS = 5_000;

/** Sends a decision, and again when the connection is back. `complete` adds who, why and about which revision. */
export function useSending(
  calls: Calls,
  complete: (decision: Sendable) => Decision,
  onDecided: (answer: DecisionAnswer, ownText: boolean) => void,
  onConflict: (error: ApiError, sent: number) => void,
) {
  const [key] = useState(newKey);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError>();
  /** The decision that could not be sent yet. */
  const [waiting, setWaiting] = useState<Sendable>();
  const send = async (decision: Sendable) => {
    setBusy(true);
    setWaiting(undefined);
    setFailure(undefined);
    const sent = complete(decision);
    try {
      onDecided(await calls.post<DecisionAnswer>(`${calls.deck}/decisions`, sent, key), decision.outline !== undefined);
    } catch (error) {
      setBusy(false);
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'conflict') onConflict(error, sent.revision);
      else setFailure(error);
      if (error.code === 'offline') setWaiting(decision);
    }
  };
  useResend(waiting !== undefined && !busy, () => void send(waiting!));
  return { busy, failure, send };
}

/** While `waits`, sends again when the connection is back. A retry with the same key has no further effect. */
function useResend(waits: boolean, send: () => void): void {
  const latest = useRef(send);
  latest.current = send;
  useEffect(() => {
    if (!waits) return;
    // A server can be away while the network is not.
    const timer = setInterval(() => navigator.onLine && latest.current(), RESEND_MS);
    return () => clearInterval(timer);
  }, [waits]);
  useEvent('online', () => waits && send());
}

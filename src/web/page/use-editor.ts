import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { DeckView, RevisionText } from '../v1/schemas';
import { ApiError, type Calls } from './calls';
import { type Outline, parse, write } from './outline';
import { draftOf, keepDraft, olderDraft } from './storage';
import { canRedo, canUndo, pastOf, present, redo, step, undo } from './undo';

interface Text {
  revision: number;
  markdown: string;
}

export interface Editor {
  outline: Outline;
  text: string;
  /** The revision that the edits were made on. */
  base: Text;
  dirty: boolean;
  /** The current revision, if it is newer than `base`. */
  newer?: Text;
  draftFound: boolean;
  canUndo: boolean;
  canRedo: boolean;
  edit(outline: Outline, place?: string): void;
  undo(): void;
  redo(): void;
  discard(): void;
  /** Continues from the current revision with the edits merged into it. */
  reapply(merged: string): void;
  saved(revision: number): void;
  revisionText(revision: number): Promise<string>;
}

/** The reviewer's edits. They survive changes of the deck, a lost connection and a closed browser. */
export function useEditor(calls: Calls, deck: DeckView): Editor | undefined {
  const { workflowId, revision: current } = deck;
  const [base, setBase] = useState<Text>();
  const [newest, setNewest] = useState<Text>();
  const [past, setPast] = useState(() => pastOf(parse('')));
  const [draftFound, setDraftFound] = useState(false);
  const texts = useRef(new Map<number, Promise<string>>());
  const outline = present(past);
  const text = useMemo(() => write(outline), [outline]);
  const dirty = base !== undefined && text !== base.markdown;
  const latest = useRef({ base, dirty, text });
  latest.current = { base, dirty, text };

  const revisionText = useCallback(
    (revision: number): Promise<string> => {
      const known = texts.current.get(revision);
      if (known !== undefined) return known;
      const request = calls
        .get<RevisionText>(`${calls.deck}/revisions/${revision}`)
        .then((response) => response?.markdown ?? '');
      texts.current.set(revision, request);
      request.catch(() => texts.current.delete(revision));
      return request;
    },
    [calls],
  );

  useEffect(() => {
    if (current === undefined) return;
    let left = false;
    const begin = (from: Text, own?: string) => {
      setBase(from);
      const fresh = pastOf(parse(from.markdown));
      setPast(own === undefined || own === from.markdown ? fresh : step(fresh, parse(own)));
      setDraftFound(own !== undefined && own !== from.markdown);
    };
    const arrive = async () => {
      const now = { revision: current, markdown: await revisionText(current) };
      const older = latest.current.base === undefined ? olderDraft(workflowId, current) : undefined;
      const draft = draftOf(workflowId, current);
      const olderText = older && draft === undefined ? await revisionText(older.revision) : undefined;
      if (left) return;
      setNewest(now);
      const shown = latest.current;
      if (shown.base === undefined) {
        if (older !== undefined && olderText !== undefined && older.text !== now.markdown) {
          begin({ revision: older.revision, markdown: olderText }, older.text);
        } else begin(now, draft);
      } else if (shown.base.revision !== current && (!shown.dirty || shown.text === now.markdown)) begin(now);
    };
    const attempt = (pause: number) =>
      arrive().catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        if (!left) setTimeout(() => attempt(Math.min(pause * 2, 15_000)), pause);
      });
    attempt(1000);
    return () => {
      left = true;
    };
  }, [current, workflowId, revisionText]);

  useEffect(() => {
    if (base !== undefined) keepDraft(workflowId, base.revision, dirty ? text : undefined);
  }, [workflowId, base, dirty, text]);

  const edit = useCallback((changed: Outline, place?: string) => setPast((was) => step(was, changed, place)), []);
  if (base === undefined) return undefined;
  const newer = newest !== undefined && newest.revision > base.revision ? newest : undefined;

  /** Makes another revision the base of the edits. */
  const rebase = (onto: Text, own: string) => {
    keepDraft(workflowId, base.revision, undefined);
    setBase(onto);
    if (own !== text) setPast((was) => step(was, parse(own)));
  };
  return {
    outline,
    text,
    base,
    dirty,
    newer,
    draftFound: draftFound && dirty,
    canUndo: canUndo(past),
    canRedo: canRedo(past),
    edit,
    undo: () => setPast(undo),
    redo: () => setPast(redo),
    discard: () => rebase(newer ?? base, (newer ?? base).markdown),
    reapply: (merged) => rebase(newer ?? base, merged),
    saved: (revision) => rebase({ revision, markdown: text }, text),
    revisionText,
  };
}

import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { diffLines } from '../../outline/line-diff';
import type { DeckView, RevisionText } from '../api';
import { type Calls, Refused } from './calls';
import { draftOf, keepDraft, olderDraft } from './kept';
import { merge } from './merge';
import { type Outline, parse, write } from './outline';
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
  /** The revision that stands, where that is another one than the edits were made on. */
  newer?: Text;
  draftFound: boolean;
  canUndo: boolean;
  canRedo: boolean;
  edit(outline: Outline, place?: string): void;
  undo(): void;
  redo(): void;
  drop(): void;
  /** Puts the own edits on top of the revision that stands; how many places both had changed. */
  putOnTop(): number;
  saved(revision: number): void;
  revisionText(revision: number): Promise<string>;
}

/** The text under the reviewer's hands: nothing typed is lost, whatever happens to the deck, the network or the browser. */
export function useEditor(calls: Calls, deck: DeckView): Editor | undefined {
  const { workflowId, revision: standing } = deck;
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
      const asked = calls.get<RevisionText>(`/api/revisions/${revision}`).then((answer) => answer?.markdown ?? '');
      texts.current.set(revision, asked);
      asked.catch(() => texts.current.delete(revision));
      return asked;
    },
    [calls],
  );

  useEffect(() => {
    if (standing === undefined) return;
    let left = false;
    const begin = (from: Text, own?: string) => {
      setBase(from);
      const fresh = pastOf(parse(from.markdown));
      setPast(own === undefined || own === from.markdown ? fresh : step(fresh, parse(own)));
      setDraftFound(own !== undefined && own !== from.markdown);
    };
    const arrive = async () => {
      const now = { revision: standing, markdown: await revisionText(standing) };
      const older = latest.current.base === undefined ? olderDraft(workflowId, standing) : undefined;
      const draft = draftOf(workflowId, standing);
      const olderText = older && draft === undefined ? await revisionText(older.revision) : undefined;
      if (left) return;
      setNewest(now);
      const current = latest.current;
      if (current.base === undefined) {
        if (older !== undefined && olderText !== undefined && older.text !== now.markdown) {
          begin({ revision: older.revision, markdown: olderText }, older.text);
        } else begin(now, draft);
      } else if (current.base.revision !== standing && (!current.dirty || current.text === now.markdown)) begin(now);
    };
    const attempt = (pause: number) =>
      arrive().catch((error: unknown) => {
        if (!(error instanceof Refused)) throw error;
        if (!left) setTimeout(() => attempt(Math.min(pause * 2, 15_000)), pause);
      });
    attempt(1000);
    return () => {
      left = true;
    };
  }, [standing, workflowId, revisionText]);

  useEffect(() => {
    if (base !== undefined) keepDraft(workflowId, base.revision, dirty ? text : undefined);
  }, [workflowId, base, dirty, text]);

  const edit = useCallback((changed: Outline, place?: string) => setPast((was) => step(was, changed, place)), []);
  if (base === undefined) return undefined;
  const newer = newest !== undefined && newest.revision > base.revision ? newest : undefined;

  /** From here on the edits are edits of that revision. */
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
    ...(newer === undefined ? {} : { newer }),
    draftFound: draftFound && dirty,
    canUndo: canUndo(past),
    canRedo: canRedo(past),
    edit,
    undo: () => setPast(undo),
    redo: () => setPast(redo),
    drop: () => rebase(newer ?? base, (newer ?? base).markdown),
    putOnTop() {
      if (newer === undefined) return 0;
      const result = merge(diffLines(base.markdown, newer.markdown), diffLines(base.markdown, text));
      rebase(newer, result.text + (newer.markdown.endsWith('\n') ? '\n' : ''));
      return result.overlaps;
    },
    saved: (revision) => rebase({ revision, markdown: text }, text),
    revisionText,
  };
}

import { useRef, useState } from 'preact/hooks';
import { formats } from '../../core/formats';
import { KINDS, kindName, recogniseKind } from '../../frames/kinds';
import type { ReviewPolicy } from '../v1/schemas';
import { Button } from './button';
import { ApiError, deckPage, newKey } from './calls';
import { Check, Field, Problem, TextField } from './fields';
import { ChosenSource, DocumentField, useDocument } from './new-document';
import { nameOfSource, useLike } from './new-like';
import { type Draft, draftLike, empty, isReviewed, orderOf, pointsOf, policyLike, templateLike } from './new-order';
import { useNewWords } from './new-words';
import { OperatorPage, useOperator } from './operator';
import { usePreferences, useWords } from './preferences';
import { keep, recall } from './storage';
import type { Template } from './template-name';
import { Templates } from './templates';
import { useLoaded } from './use-loaded';

export { show } from './shell';

const DRAFT = 'new-deck';
const MOST_POINTS = 3;
const isTemplate = (name: string) => /\.(?:pptx|potx)$/i.test(name);
const isDocument = (name: string) => /\.(?:docx|md|markdown|txt)$/i.test(name);

/** Starts a deck from a document or a title. */
export function View() {
  const all = useWords();
  const words = useNewWords();
  const operator = useOperator();
  const { calls, onError } = operator;
  const [draft, setDraft] = useState<Draft>(() => ({ ...empty, ...JSON.parse(recall(DRAFT) ?? '{}') }));
  const { file, check, choose } = useDocument(calls, onError);
  const { loaded: usualPolicy } = useLoaded<ReviewPolicy>(calls, '/v1/review-policy', onError);
  const [template, setTemplate] = useState<{ file?: File; chosen?: Template | undefined }>({});
  const { like, isKept, forget } = useLike(calls, onError, (order) => {
    setDraft(draftLike(order));
    setTemplate({ chosen: templateLike(order) });
  });
  const policy = usualPolicy && policyLike(usualPolicy, like);
  const source = file !== undefined ? 'file' : isKept ? 'same' : 'title';
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const key = useRef(newKey());
  // Another order is another deck.
  const changed = () => {
    key.current = newKey();
  };
  const chooseTemplate = (next: typeof template) => {
    changed();
    setTemplate(next);
  };
  const set = (change: Partial<Draft>) => {
    const next = { ...draft, ...change };
    changed();
    keep(DRAFT, JSON.stringify(next));
    setDraft(next);
  };
  const onFile = (chosen: File | undefined) => {
    setProblem(undefined);
    changed();
    if (chosen === undefined || isDocument(chosen.name)) choose(chosen);
    else if (isTemplate(chosen.name)) chooseTemplate({ file: chosen });
    else setProblem(words.notKnown(chosen.name));
  };
  const isUnusable = check !== undefined && (!('faults' in check) || check.faults.length > 0);
  const missing =
    source === 'title' && draft.title.trim() === ''
      ? words.nothing
      : draft.formats.length === 0
        ? words.noFormat
        : source === 'title' && pointsOf(draft).length > MOST_POINTS
          ? words.tooMany
          : undefined;

  const onSubmit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    if (missing !== undefined) return setProblem(missing);
    setBusy(true);
    setProblem(undefined);
    try {
      const form = new FormData();
      form.set('input', JSON.stringify(orderOf(draft, { source, template: template.chosen, policy, like })));
      if (file !== undefined) form.set('document', file);
      if (template.file !== undefined) form.set('template', template.file);
      const { id } = await calls.post<{ id: string }>('/v1/decks', form, key.current);
      keep(DRAFT, undefined);
      location.assign(deckPage(id));
    } catch (error) {
      setBusy(false);
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'login-needed') return onError(error);
      const [title, text] = all.errors[error.code] ?? all.errors.internal;
      const isInput = error.code === 'invalid' || error.code === 'conflict' || error.code === 'too-large';
      setProblem(isInput ? error.message : `${title}. ${error.code === 'offline' ? '' : `${text} `}${words.kept}`);
    }
  };
  return (
    <OperatorPage operator={operator} current="new" title={words.title}>
      <p class="lead">{like === undefined ? words.lead : words.like}</p>
      <form class="new-deck" onSubmit={onSubmit}>
        {source === 'same' ? (
          <ChosenSource name={nameOfSource(like!) ?? words.same} onRemove={forget} />
        ) : (
          <DocumentField file={file} check={check} onFile={onFile} />
        )}
        <TextField
          label={words.deckTitle}
          value={draft.title}
          maxLength={200}
          placeholder={source === 'title' ? undefined : words.fromDocument}
          onText={(title) => set({ title })}
        />
        {source === 'title' && <Brief draft={draft} set={set} />}
        {template.file === undefined ? (
          <Templates
            calls={calls}
            chosen={template.chosen}
            onChoice={(chosen) => chooseTemplate({ chosen })}
            onLoggedOut={onError}
          />
        ) : (
          <div class="card title-row">
            <strong>{words.fileTemplate(template.file.name)}</strong>
            <Button class="quiet" aria-label={words.remove(template.file.name)} onClick={() => chooseTemplate({})}>
              ✕
            </Button>
          </div>
        )}
        <Choices {...{ draft, set, policy }} hasDocument={source !== 'title'} />
        {problem !== undefined && <Problem>{problem}</Problem>}
        <Button type="submit" class="primary large" disabled={busy || isUnusable}>
          {busy ? words.starting : words.start}
        </Button>
      </form>
    </OperatorPage>
  );
}

interface FieldsProps {
  draft: Draft;
  set: (change: Partial<Draft>) => void;
}

/** What a deck from a title needs: without a language model, only what a person knows gets into it. */
function Brief({ draft, set }: FieldsProps) {
  const words = useNewWords();
  const { language } = usePreferences();
  return (
    <>
      <div class="pair">
        <Field label={words.kind}>
          <select value={draft.kind} onChange={({ currentTarget }) => set({ kind: currentTarget.value })}>
            <option value="">
              {draft.title.trim() === ''
                ? words.automatic
                : words.fromTitle(kindName(recogniseKind(draft.title), language))}
            </option>
            {KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {kindName(kind, language)}
              </option>
            ))}
          </select>
        </Field>
        <TextField
          label={words.audience}
          value={draft.audience}
          maxLength={200}
          placeholder={words.audienceHelp}
          onText={(audience) => set({ audience })}
        />
      </div>
      <Field label={words.points} help={words.pointsHelp}>
        <textarea rows={3} value={draft.points} onInput={({ currentTarget }) => set({ points: currentTarget.value })} />
      </Field>
      {document.documentElement.dataset.writer === 'frame' && <p class="remark">{words.frame}</p>}
    </>
  );
}

function Choices({ draft, set, hasDocument, policy }: FieldsProps & ReviewsProps & { hasDocument: boolean }) {
  const words = useNewWords();
  const toggle = (format: string, chosen: boolean) =>
    set({ formats: chosen ? [...draft.formats, format] : draft.formats.filter((each) => each !== format) });
  return (
    <div class="card">
      <fieldset>
        <legend>{words.formats}</legend>
        <div class="flow">
          {Object.entries(formats).map(([format, { name }]) => (
            <Check key={format} checked={draft.formats.includes(format)} onCheck={(chosen) => toggle(format, chosen)}>
              {name}
            </Check>
          ))}
        </div>
      </fieldset>
      {hasDocument && (
        <TextField
          class="short"
          label={words.slides}
          help={words.slidesHelp}
          type="number"
          min={4}
          max={200}
          value={draft.slides}
          onText={(slides) => set({ slides })}
        />
      )}
      <Reviews {...{ draft, set, policy }} />
    </div>
  );
}

interface ReviewsProps {
  policy: ReviewPolicy | undefined;
}

/** The reviews of the deck, and who has to approve. A policy that binds can be made stricter only. */
function Reviews({ draft, set, policy }: FieldsProps & ReviewsProps) {
  const words = useNewWords();
  return (
    <fieldset aria-busy={policy === undefined}>
      <legend>{words.reviews}</legend>
      {policy?.gates.map((one) => (
        <Check
          key={one.gate}
          checked={isReviewed(draft, one)}
          disabled={one.binding}
          onCheck={(checked) => set({ gates: { ...draft.gates, [one.gate]: checked } })}
        >
          <span>
            {words.review[one.gate]}
            {isReviewed(draft, one) && <small> {words.approvers(one)}</small>}
            {one.binding && <small> {words.binding}</small>}
          </span>
        </Check>
      ))}
    </fieldset>
  );
}

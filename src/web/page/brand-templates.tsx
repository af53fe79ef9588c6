import { useCallback, useEffect, useState } from 'preact/hooks';
import { type SlideJob, slideJobs } from '../../slides/brand/kinds';
import type { BrandTemplateList, BrandTemplateView } from '../v1/schemas';
import { LayoutCard } from './brand-layout';
import { useBrandWords } from './brand-words';
import { ApiError } from './calls';
import { Drop } from './drop';
import { Field, Problem } from './fields';
import { OperatorPage, useOperator } from './operator';
import { useWords } from './preferences';

export { show } from './shell';

type Mapping = NonNullable<BrandTemplateView['automatic']>;

/** A choice of the form: the layout that the placeholders suggest, no layout, or the number of one. */
type Choice = 'auto' | 'none' | `${number}`;
type Choices = Partial<Record<SlideJob, Choice>>;

/** The registered PowerPoint templates: what each layout is used for, which people can correct. For operators. */
export function View() {
  const words = useWords();
  const brands = useBrandWords();
  const operator = useOperator();
  const { calls, failure, setFailure, loggedOut, setLoggedOut, onError } = operator;
  const [list, setList] = useState<BrandTemplateList>();
  const [view, setView] = useState<BrandTemplateView>();

  const open = useCallback(
    (id: number) =>
      calls.get<BrandTemplateView>(`/v1/brand-templates/${id}`).then((loaded) => {
        setFailure(undefined);
        setView(loaded);
      }, onError),
    [calls, onError],
  );
  useEffect(() => {
    if (loggedOut) return;
    calls.get<BrandTemplateList>('/v1/brand-templates').then((loaded) => {
      setList(loaded);
      const [first] = loaded?.templates ?? [];
      if (first !== undefined) return open(first.id);
    }, onError);
  }, [calls, loggedOut, open, onError]);

  const [adding, setAdding] = useState(false);
  const [refused, setRefused] = useState<string>();
  const add = async (file: File) => {
    setAdding(true);
    setRefused(undefined);
    const form = new FormData();
    form.set('file', file);
    try {
      const added = await calls.post<BrandTemplateView>('/v1/brand-templates', form);
      // Both at once: the list has to have the template before it can be the selected one.
      setList(await calls.get<BrandTemplateList>('/v1/brand-templates'));
      setView(added);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // The server says why a file cannot be a template.
      if (error.code === 'invalid' || error.code === 'too-large') setRefused(error.message);
      else onError(error);
    } finally {
      setAdding(false);
    }
  };
  return (
    <OperatorPage operator={operator} current="templates" title={brands.title}>
      {list?.available && (
        <Drop
          title={adding ? brands.adding : brands.drop}
          help={brands.dropHelp}
          accept=".pptx,.potx"
          onFile={(file) => void add(file)}
        />
      )}
      {refused !== undefined && <Problem>{refused}</Problem>}
      {list === undefined && failure === undefined && <p class="hint">{words.loading}</p>}
      {list?.available === false && <p class="hint">{brands.elsewhere}</p>}
      {list?.available && list.templates.length === 0 && <p class="hint">{brands.none}</p>}
      {list !== undefined && list.templates.length > 0 && (
        <Field label={brands.template}>
          <select value={view?.id} onChange={({ currentTarget }) => open(Number(currentTarget.value))}>
            {list.templates.map(({ id, name }) => (
              <option key={id} value={id}>
                {name} ({id})
              </option>
            ))}
          </select>
        </Field>
      )}
      {view !== undefined && (
        <Correction
          key={view.id}
          view={view}
          onSave={async (roles) =>
            setView(await calls.post<BrandTemplateView>(`/v1/brand-templates/${view.id}/roles`, { roles }))
          }
          onLoggedOut={() => setLoggedOut(true)}
        />
      )}
    </OperatorPage>
  );
}

function chosenIn({ corrected, report }: BrandTemplateView): Choices {
  return Object.fromEntries(
    slideJobs.map((job): [SlideJob, Choice] => {
      const number = report.mapping?.[job] ?? null;
      return [job, !corrected.includes(job) ? 'auto' : number === null ? 'none' : `${number}`];
    }),
  );
}

/** Only what a person chose is stored. */
function rolesOf(choices: Choices): Partial<Mapping> {
  const roles: Partial<Mapping> = {};
  for (const job of slideJobs) {
    const choice = choices[job] ?? 'auto';
    if (choice !== 'auto') roles[job] = choice === 'none' ? null : Number(choice);
  }
  return roles;
}

function Correction(props: {
  view: BrandTemplateView;
  onSave: (roles: Partial<Mapping>) => Promise<void>;
  onLoggedOut: () => void;
}) {
  const { view, onSave, onLoggedOut } = props;
  const words = useWords();
  const brands = useBrandWords();
  const { report, automatic } = view;
  const notes = [...report.notes, ...report.removed.map((each) => brands.removed(each))];
  const [choices, setChoices] = useState(() => chosenIn(view));
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<{ saved: true } | { problem: string }>();
  const nameOf = (number: number | null | undefined): string => {
    const layout = report.layouts.find((each) => each.number === number);
    return layout === undefined ? brands.noLayout : `${layout.number} ${layout.name}`;
  };
  const onSubmit = async (event: SubmitEvent) => {
    event.preventDefault();
    setBusy(true);
    setOutcome(undefined);
    try {
      await onSave(rolesOf(choices));
      setOutcome({ saved: true });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'login-needed') return onLoggedOut();
      // The server says which layout cannot be used, and why.
      const [title, text] = words.errors[error.code] ?? words.errors.internal;
      setOutcome({ problem: error.code === 'invalid' ? error.message : `${title}. ${text}` });
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {report.refusal !== null && <Problem>{report.refusal}</Problem>}
      <form class="brand-roles" onSubmit={onSubmit}>
        <h2>{brands.kinds}</h2>
        <p class="hint">{brands.kindsHelp}</p>
        <div class="brand-selects">
          {slideJobs.map((job) => (
            <Field key={job} label={brands.jobs[job]}>
              <select
                value={choices[job]}
                onChange={({ currentTarget }) => {
                  setOutcome(undefined);
                  setChoices({ ...choices, [job]: currentTarget.value as Choice });
                }}
              >
                <option value="auto">{brands.automatic(nameOf(automatic?.[job]))}</option>
                {job !== 'text' && <option value="none">{brands.noLayout}</option>}
                {report.layouts.map(({ number, name }) => (
                  <option key={number} value={number}>
                    {number} {name}
                  </option>
                ))}
              </select>
            </Field>
          ))}
        </div>
        {outcome !== undefined &&
          ('saved' in outcome ? (
            <p class="saved" role="status">
              {brands.saved}
            </p>
          ) : (
            <Problem>
              {outcome.problem} {brands.unchanged}
            </Problem>
          ))}
        <button type="submit" class="primary" disabled={busy}>
          {brands.save}
        </button>
      </form>
      <h2>{brands.layouts}</h2>
      <ul class="brand-layouts">
        {report.layouts.map((layout) => (
          <LayoutCard key={layout.number} layout={layout} page={report.page} />
        ))}
      </ul>
      {notes.length > 0 && (
        <>
          <h2>{brands.notes}</h2>
          <ul>
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

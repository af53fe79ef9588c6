import { useEffect, useState } from 'preact/hooks';
import type { TemplateList } from '../api';
import { type Calls, Refused, type Trouble } from './calls';
import { Picture } from './pictures';
import { useWords } from './preferences';

export type Template = Omit<TemplateList['templates'][number], 'cover'>;

export function Templates({
  calls,
  chosen,
  onChoice,
}: {
  calls: Calls;
  chosen?: Template;
  onChoice: (template: Template | undefined) => void;
}) {
  const words = useWords();
  const [page, setPage] = useState(1);
  const [list, setList] = useState<TemplateList>();
  const [trouble, setTrouble] = useState<Trouble>();
  const [round, setRound] = useState(0);
  useEffect(() => {
    const ending = new AbortController();
    calls.get<TemplateList>(`/api/templates?page=${page}`, ending.signal).then(
      (templates) => {
        setTrouble(undefined);
        setList(templates);
      },
      (error: unknown) => {
        if (!ending.signal.aborted) setTrouble(error instanceof Refused ? error.error : 'internal');
      },
    );
    return () => ending.abort();
  }, [calls, page, round]);
  const asOrdered = (
    <label class="template">
      <input type="radio" name="template" checked={chosen === undefined} onChange={() => onChoice(undefined)} />
      <span class="picture ordered" aria-hidden="true">
        ✓
      </span>
      <span class="caption">{words.template.asOrdered}</span>
    </label>
  );
  return (
    <fieldset class="templates">
      <legend>{words.views.template}</legend>
      <p class="hint">{words.template.help}</p>
      {trouble !== undefined && (
        <p class="problem" role="alert">
          {words.sentences[trouble]?.[1]}{' '}
          <button type="button" onClick={() => setRound(round + 1)}>
            {words.retry}
          </button>
        </p>
      )}
      <div class="template-grid">
        {asOrdered}
        {list?.templates.map(({ cover, ...template }) => (
          <label class="template" key={template.id}>
            <input
              type="radio"
              name="template"
              checked={chosen?.id === template.id}
              onChange={() => onChoice(template)}
            />
            {cover ? (
              <Picture calls={calls} path={`/api/templates/${template.id}/cover`} alt="" />
            ) : (
              <span class="picture" />
            )}
            <span class="caption">{template.name}</span>
          </label>
        ))}
      </div>
      {list !== undefined && list.pages > 1 && (
        <div class="paging">
          <button type="button" disabled={page === 1} onClick={() => setPage(page - 1)}>
            ← {words.previous}
          </button>
          <span>{words.pageOf(page, list.pages)}</span>
          <button type="button" disabled={page >= list.pages} onClick={() => setPage(page + 1)}>
            {words.next} →
          </button>
        </div>
      )}
    </fieldset>
  );
}

import { useEffect, useState } from 'preact/hooks';
import type { TemplateList } from '../api';
import { ApiError, type Calls, type ErrorCode } from './calls';
import { LazyImage } from './lazy-image';
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
  const [failure, setFailure] = useState<ErrorCode>();
  const [round, setRound] = useState(0);
  useEffect(() => {
    const abort = new AbortController();
    calls.get<TemplateList>(`/api/templates?page=${page}`, abort.signal).then(
      (templates) => {
        setFailure(undefined);
        setList(templates);
      },
      (error: unknown) => {
        if (!abort.signal.aborted) setFailure(error instanceof ApiError ? error.code : 'internal');
      },
    );
    return () => abort.abort();
  }, [calls, page, round]);
  const defaultTemplate = (
    <label class="template">
      <input type="radio" name="template" checked={chosen === undefined} onChange={() => onChoice(undefined)} />
      <span class="image default" aria-hidden="true">
        ✓
      </span>
      <span class="caption">{words.template.default}</span>
    </label>
  );
  return (
    <fieldset class="templates">
      <legend>{words.views.template}</legend>
      <p class="hint">{words.template.help}</p>
      {failure !== undefined && (
        <p class="problem" role="alert">
          {words.errors[failure]?.[1]}{' '}
          <button type="button" onClick={() => setRound(round + 1)}>
            {words.retry}
          </button>
        </p>
      )}
      <div class="template-grid">
        {defaultTemplate}
        {list?.templates.map(({ cover, ...template }) => (
          <label class="template" key={template.id}>
            <input
              type="radio"
              name="template"
              checked={chosen?.id === template.id}
              onChange={() => onChoice(template)}
            />
            {cover ? (
              <LazyImage calls={calls} path={`/api/templates/${template.id}/cover`} alt="" />
            ) : (
              <span class="image" />
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

import { useState } from 'preact/hooks';
import type { TemplateList } from '../api';
import { Button } from './button';
import type { Calls } from './calls';
import { LazyImage } from './lazy-image';
import { useNewWords } from './new-words';
import { Paging } from './paging';
import { usePreferences } from './preferences';
import { nameOf, type Template } from './templates';
import { useLoaded } from './use-loaded';

/** The templates to choose from, with their images; or the name of the dropped PowerPoint file. */
export function TemplateField({
  calls,
  file,
  chosen,
  onChoice,
  onRemove,
  onError,
}: {
  calls: Calls;
  file?: File | undefined;
  chosen?: Template | undefined;
  onChoice: (template: Template | undefined) => void;
  onRemove: () => void;
  onError: (error: unknown) => void;
}) {
  const { words: all, language } = usePreferences();
  const words = useNewWords();
  const [page, setPage] = useState(1);
  const { loaded: list, failure, retry } = useLoaded<TemplateList>(calls, `/v1/templates?page=${page}`, onError);
  if (file !== undefined) {
    return (
      <div class="card title-row">
        <strong>{words.fileTemplate(file.name)}</strong>
        <Button class="quiet" aria-label={words.remove(file.name)} onClick={onRemove}>
          ✕
        </Button>
      </div>
    );
  }
  if (failure !== undefined) {
    return (
      <p class="problem">
        {all.errors[failure]?.[1]} <Button onClick={retry}>{all.retry}</Button>
      </p>
    );
  }
  return (
    <>
      <div class="template-grid new-templates">
        <label class="template">
          <input type="radio" name="template" checked={chosen === undefined} onChange={() => onChoice(undefined)} />
          <span class="image default" aria-hidden="true">
            ✦
          </span>
          <span class="caption">{words.automatic}</span>
        </label>
        {list?.templates.map((template) => (
          <label class="template" key={template.id}>
            <input
              type="radio"
              name="template"
              checked={chosen?.id === template.id}
              onChange={() => onChoice(template)}
            />
            {template.cover ? (
              <LazyImage calls={calls} path={`/v1/templates/${template.id}/cover`} alt="" />
            ) : (
              <span class="image" />
            )}
            <span class="caption">{nameOf(template, language)}</span>
          </label>
        ))}
      </div>
      <Paging page={page} pages={list?.pages ?? 1} go={setPage} />
    </>
  );
}

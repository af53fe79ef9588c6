import { useState } from 'preact/hooks';
import type { ServiceId } from '../../core/service-id';
import type { TemplateList } from '../api';
import { Button } from './button';
import type { Calls } from './calls';
import { Dialog } from './dialog';
import { LazyImage } from './lazy-image';
import { Paging } from './paging';
import { usePreferences, useWords } from './preferences';
import { useLoaded } from './use-loaded';

export type Template = TemplateList['templates'][number];

/** The name in the page's language; templates of other services have only a number. */
export const nameOf = ({ id, names }: Template, language: 'en' | 'zh') => names?.[language] ?? `#${id}`;

interface TemplatesProps {
  calls: Calls;
  /** Covers show the deck's own title, from this revision. */
  revision: number;
  chosen?: Template;
  onChoice: (template: Template | undefined) => void;
}

export function Templates({ calls, revision, chosen, onChoice }: TemplatesProps) {
  const { words, language } = usePreferences();
  const [page, setPage] = useState(1);
  const [enlarged, setEnlarged] = useState<Template>();
  const { loaded: list, failure, retry } = useLoaded<TemplateList>(calls, `/api/templates?page=${page}`);
  return (
    <fieldset class="templates">
      <legend>{words.views.template}</legend>
      <p class="hint">{words.template.help}</p>
      {failure !== undefined && (
        <p class="problem" role="alert">
          {words.errors[failure]?.[1]} <Button onClick={retry}>{words.retry}</Button>
        </p>
      )}
      <div class="template-grid">
        <label class="template">
          <input type="radio" name="template" checked={chosen === undefined} onChange={() => onChoice(undefined)} />
          {list?.templates.some(({ rendered }) => rendered) ? (
            <LazyImage calls={calls} path={slidePath(1, undefined, revision, false)} alt="" />
          ) : (
            <span class="image default" aria-hidden="true">
              ✓
            </span>
          )}
          <span class="caption">{words.template.default}</span>
        </label>
        {list?.templates.map((template) => {
          const name = nameOf(template, language);
          const path = coverOf(template, revision);
          return (
            <div class="template-card" key={template.id}>
              <label class="template">
                <input
                  type="radio"
                  name="template"
                  checked={chosen?.id === template.id}
                  onChange={() => onChoice(template)}
                />
                {path === undefined ? <span class="image" /> : <LazyImage calls={calls} path={path} alt="" />}
                <span class="caption">{name}</span>
              </label>
              {path !== undefined && (
                <Button class="enlarge" aria-label={words.template.enlarge(name)} onClick={() => setEnlarged(template)}>
                  ⤢
                </Button>
              )}
            </div>
          );
        })}
      </div>
      <Paging page={page} pages={list?.pages ?? 1} go={setPage} />
      {enlarged !== undefined && (
        <Enlarged
          {...{ calls, revision }}
          template={enlarged}
          onClose={() => setEnlarged(undefined)}
          onChoice={() => {
            onChoice(enlarged);
            setEnlarged(undefined);
          }}
        />
      )}
    </fieldset>
  );
}

/** The slides that show what a template looks like: cover, contents, chapter and page. */
const SAMPLES = [1, 2, 3, 4];

/** A template, large: the deck's own first slides, or the cover if they cannot be rendered here. */
function Enlarged({
  calls,
  revision,
  template,
  onClose,
  onChoice,
}: Omit<TemplatesProps, 'chosen' | 'onChoice'> & { template: Template; onClose: () => void; onChoice: () => void }) {
  const { language } = usePreferences();
  const words = useWords();
  const name = nameOf(template, language);
  const paths = template.rendered
    ? SAMPLES.map((number) => slidePath(number, template.id, revision, number === 1))
    : [coverOf(template, revision)!];
  return (
    <Dialog title={name} onClose={onClose} wide>
      <div class="samples">
        {paths.map((path, at) => (
          <LazyImage key={path} calls={calls} path={path} alt={at === 0 ? name : ''} />
        ))}
      </div>
      <div class="dialog-buttons">
        <Button onClick={onClose}>{words.close}</Button>
        <Button class="primary" onClick={onChoice}>
          {words.template.use}
        </Button>
      </div>
    </Dialog>
  );
}

/** The deck's first slide in this template, or else the cover from the generation service. */
function coverOf({ id, rendered, cover }: Template, revision: number): string | undefined {
  if (rendered) return slidePath(1, id, revision, false);
  return cover ? `/api/templates/${id}/cover` : undefined;
}

const slidePath = (number: number, template: ServiceId | undefined, revision: number, large: boolean) =>
  `/api/slides/${number}?revision=${revision}${template ? `&template=${template}` : ''}${large ? '&size=large' : ''}`;

import { useState } from 'preact/hooks';
import type { ServiceId } from '../../core/service-id';
import type { TemplateList } from '../v1/schemas';
import { Button } from './button';
import type { Calls } from './calls';
import { Dialog } from './dialog';
import { Problem } from './fields';
import { LazyImage } from './lazy-image';
import { Paging } from './paging';
import { usePreferences, useWords } from './preferences';
import { nameOf, type Template } from './template-name';
import { useLoaded } from './use-loaded';

interface TemplatesProps {
  calls: Calls;
  /** Images show slides of this revision; without a deck, the covers of the templates. */
  deck?: { id: string; revision: number };
  chosen?: Template;
  onChoice: (template: Template | undefined) => void;
  onLoggedOut?: (error: unknown) => void;
}

/** The templates to choose from, with their images. */
export function Templates({ calls, deck, chosen, onChoice, onLoggedOut }: TemplatesProps) {
  const { words, language } = usePreferences();
  const [page, setPage] = useState(1);
  const [enlarged, setEnlarged] = useState<Template>();
  const path = `/v1/templates?page=${page}${deck === undefined ? '' : `&${ofDeck(deck)}`}`;
  const { loaded: list, failure, retry } = useLoaded<TemplateList>(calls, path, onLoggedOut);
  const images = imagesOf(calls, deck);
  return (
    <fieldset class="templates">
      <legend>{words.views.template}</legend>
      <p class="hint">{words.template.help}</p>
      {failure !== undefined && (
        <Problem>
          {words.errors[failure]?.[1]} <Button onClick={retry}>{words.retry}</Button>
        </Problem>
      )}
      <div class="template-grid">
        <label class="template">
          <input type="radio" name="template" checked={chosen === undefined} onChange={() => onChoice(undefined)} />
          {deck !== undefined && list?.templates.some(({ rendered }) => rendered) ? (
            <LazyImage calls={calls} path={images.slide(1)} alt="" />
          ) : (
            <span class="image default" aria-hidden="true">
              ✓
            </span>
          )}
          <span class="caption">{words.template.default}</span>
        </label>
        {list?.templates.map((template) => {
          const name = nameOf(template, language);
          const path = images.cover(template);
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
          {...{ calls, images }}
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
function Enlarged(props: {
  calls: Calls;
  images: ReturnType<typeof imagesOf>;
  template: Template;
  onClose: () => void;
  onChoice: () => void;
}) {
  const { calls, images, template, onClose, onChoice } = props;
  const { language } = usePreferences();
  const words = useWords();
  const name = nameOf(template, language);
  const paths = images.hasSlides(template)
    ? SAMPLES.map((number) => images.slide(number, template.id, number === 1))
    : [images.cover(template)!];
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

/** The paths of the images: slides of the deck where they can be rendered, otherwise covers. */
function imagesOf(calls: Calls, deck: TemplatesProps['deck']) {
  const hasSlides = ({ rendered }: Template) => deck !== undefined && rendered;
  const slide = (number: number, template?: ServiceId, large = false) =>
    `${calls.deck}/slides/${number}?revision=${deck?.revision}${template ? `&template=${template}` : ''}${large ? '&size=large' : ''}`;
  const cover = (template: Template) => {
    if (hasSlides(template)) return slide(1, template.id);
    return template.cover ? `/v1/templates/${template.id}/cover?${deck === undefined ? '' : ofDeck(deck)}` : undefined;
  };
  return { hasSlides, slide, cover };
}

/** Another user can have other templates. */
const ofDeck = ({ id }: { id: string }) => new URLSearchParams({ deck: id }).toString();

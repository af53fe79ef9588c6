import { LruCache } from '../base/io/lru-cache';
import { counted } from '../base/text/counted';
import { FairQueue } from '../base/threads/fair-queue';
import { Busy, QueueFull, Refusal } from '../base/threads/refusal';
import type { Document } from '../core/document';
import { createRenderer, PAGE, type Pictures, type Preview } from '../slides/render';
import { HttpError } from './http-error';
import type { PreviewImages } from './preview-images';
import type { SlideList } from './v1/schemas';

const MAX_TEXT_BYTES = 512 * 1024;
const MAX_IMAGES_BYTES = 64 * 1024 * 1024;
const MAX_LISTS = 200;
/** Maximum number of queued renders per deck: enough for a page full of thumbnails, but not for an attack. */
const MAX_QUEUED = 250;

/** Width of an enlarged slide, in pixels. */
const LARGE = 1280;

/** A text and the template to render it with. */
interface Previewed {
  deck: string;
  document: Document;
  templateId: number;
}

/** Renders texts as slides in a separate thread, one at a time per deck, and caches them. */
export class SlidePreviews {
  private readonly renderer = createRenderer();
  private readonly lists = new LruCache<Preview>({ weight: MAX_LISTS });
  private readonly images = new LruCache<Buffer>({ weight: MAX_IMAGES_BYTES }, ({ length }) => length);
  private readonly queue = new FairQueue({
    atOnce: Number.POSITIVE_INFINITY,
    ofOneOwner: 1,
    // The render in progress is not queued.
    waitingOfOneOwner: MAX_QUEUED - 1,
  });

  constructor(
    private readonly textOf: (document: Document) => Promise<string>,
    private readonly pictures: Pick<PreviewImages, 'of'>,
  ) {}

  async list(previewed: Previewed): Promise<Pick<SlideList, 'slides' | 'ratio'>> {
    const { templateId, document } = previewed;
    const pictures = await this.picturesOf(previewed);
    const key = `${document.sha256} ${templateId} ${namesOf(pictures)}`;
    const preview =
      this.lists.get(key) ??
      (await this.queued(previewed.deck, async () => {
        const markdown = await this.readable(document);
        return (
          this.lists.get(key) ??
          this.lists.set(
            key,
            await asHttpError(this.renderer.preview({ owner: previewed.deck }, { markdown, templateId, pictures })),
          )
        );
      }));
    if ('refusal' in preview)
      throw new HttpError('invalid', `This text cannot be shown as slides: ${preview.refusal}.`);
    return {
      slides: preview.slides.map(({ title, kind }, index) => ({ number: index + 1, title, kind })),
      ratio: PAGE.w / PAGE.h,
    };
  }

  /** PNG of one slide. */
  async image(previewed: Previewed, number: number, { large = false } = {}): Promise<Buffer> {
    const { slides } = await this.list(previewed);
    if (number > slides.length) throw new HttpError('not-found', `This text has ${counted(slides.length, 'slide')}.`);
    const { templateId, document } = previewed;
    const pictures = await this.picturesOf(previewed);
    const key = `${document.sha256} ${templateId} ${namesOf(pictures)} ${number}${large ? ' large' : ''}`;
    return (
      this.images.get(key) ??
      this.queued(previewed.deck, async () => {
        const known = this.images.get(key);
        if (known !== undefined) return known;
        const markdown = await this.readable(document);
        const image = await asHttpError(
          this.renderer.previewSlide(
            { owner: previewed.deck },
            { markdown, templateId, pictures, ...(large ? { width: LARGE } : {}) },
            number,
          ),
        );
        return this.images.set(key, image!);
      })
    );
  }

  close(): Promise<void> {
    return this.renderer.close();
  }

  private picturesOf({ deck, document }: Previewed): Promise<Pictures> {
    return this.pictures.of(deck, document, () => this.readable(document));
  }

  private async readable(document: Document): Promise<string> {
    if (document.bytes > MAX_TEXT_BYTES) {
      throw new HttpError('too-large', `This text is too long to show as slides (${document.bytes} bytes).`);
    }
    return this.textOf(document);
  }

  /** Runs after the earlier requests for this deck. */
  private async queued<Result>(deck: string, work: () => Promise<Result>): Promise<Result> {
    try {
      return await this.queue.run(deck, work);
    } catch (error) {
      if (!(error instanceof QueueFull)) throw error;
      throw new HttpError('too-many', 'Too many slides are being rendered. Try again in a moment.');
    }
  }
}

/** In the keys of the caches: users have different images, and one that is missing may be there later. */
const namesOf = (pictures: Pictures): string => [...pictures.keys()].join();

/** Converts the renderer's limits on time and memory. */
async function asHttpError<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const kind = error instanceof Busy || error instanceof QueueFull ? 'too-many' : 'too-large';
    throw new HttpError(kind, `This text cannot be shown as slides: ${error.message}.`);
  }
}

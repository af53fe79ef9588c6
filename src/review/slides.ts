import { ServiceError } from '../contract/service-error';
import type { Document } from '../core/document';
import { LruCache } from '../io/lru-cache';
import { PAGE } from '../render/deck/deck';
import { createRenderer, type Preview } from '../render/renderer';
import { findSuit, systemSuits } from '../render/suits';
import { FairQueue } from '../threads/fair-queue';
import type { SlideList } from './api';
import { Refused } from './refusal';

const LARGEST_TEXT = 512 * 1024;
const PICTURES_BYTES = 64 * 1024 * 1024;
const LISTS = 200;
/** Pictures of one deck that are asked for and not drawn yet: a page of them, not an attack. */
const MOST_TURNS = 250;

/** Which text, and which template it is to be dressed in. */
export interface Previewed {
  deck: string;
  document: Document;
  template: number | undefined;
}

/** Texts as slides, drawn in a thread of their own, one at a time of each deck, and kept. */
export class SlidePreviews {
  private readonly renderer = createRenderer();
  private readonly lists = new LruCache<Preview>({ weight: LISTS });
  private readonly pictures = new LruCache<Buffer>({ weight: PICTURES_BYTES }, ({ length }) => length);
  private readonly turns = new FairQueue({
    atOnce: Number.POSITIVE_INFINITY,
    ofOneOwner: 1,
    // The one that is being drawn is none of them.
    waitingOfOneOwner: MOST_TURNS - 1,
  });

  constructor(private readonly textOf: (document: Document) => Promise<string>) {}

  async list(previewed: Previewed): Promise<Pick<SlideList, 'slides' | 'ratio'>> {
    const suitId = suitFor(previewed.template);
    const key = `${previewed.document.sha256} ${suitId}`;
    const preview =
      this.lists.get(key) ??
      (await this.inTurn(previewed.deck, async () => {
        const markdown = await this.readable(previewed.document);
        return (
          this.lists.get(key) ??
          this.lists.set(key, await refusing(this.renderer.preview({ owner: previewed.deck }, { markdown, suitId })))
        );
      }));
    if ('refusal' in preview) throw new Refused('invalid', `This text cannot be shown as slides: ${preview.refusal}.`);
    return {
      slides: preview.slides.map(({ title, kind }, index) => ({ number: index + 1, title, kind })),
      ratio: PAGE.w / PAGE.h,
    };
  }

  /** PNG of one slide. */
  async picture(previewed: Previewed, number: number): Promise<Buffer> {
    const { slides } = await this.list(previewed);
    if (number > slides.length) throw new Refused('not-found', `This text makes ${slides.length} slides.`);
    const suitId = suitFor(previewed.template);
    const key = `${previewed.document.sha256} ${suitId} ${number}`;
    return (
      this.pictures.get(key) ??
      this.inTurn(previewed.deck, async () => {
        const known = this.pictures.get(key);
        if (known !== undefined) return known;
        const markdown = await this.readable(previewed.document);
        const drawn = await refusing(
          this.renderer.previewSlide({ owner: previewed.deck }, { markdown, suitId }, number),
        );
        return this.pictures.set(key, drawn!);
      })
    );
  }

  close(): Promise<void> {
    return this.renderer.close();
  }

  private async readable(document: Document): Promise<string> {
    if (document.bytes > LARGEST_TEXT) {
      throw new Refused('too-large', `This text is too long to be shown as slides (${document.bytes} bytes).`);
    }
    return this.textOf(document);
  }

  /** After what was asked for this deck before. */
  private async inTurn<Result>(deck: string, work: () => Promise<Result>): Promise<Result> {
    try {
      return await this.turns.run(deck, work);
    } catch (error) {
      if (!(error instanceof ServiceError && error.kind === 'rate-limit')) throw error;
      throw new Refused('too-many', 'Too many slides are being drawn; try again in a moment.');
    }
  }
}

/** A text that takes too long, or too much memory, to be drawn is one more that cannot be shown. */
async function refusing<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const kind = error.kind === 'rate-limit' ? 'too-many' : 'too-large';
    throw new Refused(kind, `This text cannot be shown as slides: ${error.message}.`);
  }
}

/** The templates of this project's service are drawn as they are; any other stands for itself only at the service. */
function suitFor(template: number | undefined): number {
  return (findSuit(template) ?? systemSuits[0]!).id;
}

/**
 * Slides as a library: a text or a Word document becomes PPTX, PDF or images, and any PPTX or PDF file can be checked.
 * Everything runs in the calling thread and needs no service. See README.md.
 */

import type { DeliveryFormat } from '../core/formats';
import { given } from '../core/given';
import type { Outline } from '../outline/outline';
import { OutlineError, parseOutline } from '../outline/outline-markdown';
import { BrandError } from './brand/brand-error';
import { checkTemplate } from './brand/fill-template';
import type { Roles } from './brand/mapping';
import { reportTemplate } from './brand/report';
import type { TemplateReport } from './brand/template-report';
import { checkFile as check } from './check/check-file';
import type { CheckReport } from './check/finding';
import { SlidesError } from './errors/slides-error';
import { ImportError } from './import/import-error';
import { outlineOf } from './import/outline-of';
import { parseWord } from './import/parse-word';
import { WORD_LIMITS } from './import/word-limits';
import type { Arrangement } from './render/deck/deck';
import type { Pictures } from './render/deck/pictures';
import { type Brand, type RenderedFile, renderDeck as render } from './render/exports';
import { enterpriseTemplates, findTemplate, systemTemplates } from './render/templates';

export type { DeliveryFormat } from '../core/formats';
export type { Outline } from '../outline/outline';
export type { TemplateReport } from './brand/template-report';
export type { CheckReport, Finding } from './check/finding';
export { SlidesError, type SlidesErrorKind } from './errors/slides-error';
export type { Pictures } from './render/deck/pictures';
export type { Brand, RenderedFile } from './render/exports';

export interface DeckDocument {
  outline: Outline;
  /** The images that its pages name, by hash; empty for Markdown. */
  pictures: Pictures;
}

/**
 * Reads Markdown (a string) or a Word document (the bytes of a .docx file). Every heading, list, table, image and code
 * block of the source is kept.
 * @param options `title`: for a source without one.
 * @throws SlidesError `invalid` or `too-large`, with the reason and the remedy
 */
export async function readDocument(
  source: string | Uint8Array,
  { title = 'Untitled' }: { title?: string } = {},
): Promise<DeckDocument> {
  return refusing(async () => {
    if (typeof source === 'string') return { outline: parseOutline(source, { title }), pictures: new Map() };
    const { document, pictures } = await parseWord(source, WORD_LIMITS);
    return { outline: outlineOf(document, { mode: 'keep', title }), pictures };
  });
}

/** The built-in templates. */
export const templates: readonly { id: number; name: string }[] = [...systemTemplates, ...enterpriseTemplates].map(
  ({ id, name }) => ({ id, name }),
);

export interface OwnTemplate {
  /** For {@link renderDeck}. */
  brand: Brand;
  /** What the file offers, and what cannot be used and why. */
  report: TemplateReport;
}

/**
 * Reads a PowerPoint file as a template.
 * @param options `roles`: which of its layouts are for which slides, where the file does not say so.
 * @throws SlidesError `template` or `too-large`, with the reason and the remedy
 */
export async function readTemplate(
  bytes: Uint8Array,
  { name = 'template', roles = {} }: { name?: string; roles?: Roles } = {},
): Promise<OwnTemplate> {
  return refusing(async () => {
    const look = checkTemplate(bytes, name, roles);
    return { brand: { look, file: { bytes, roles } }, report: reportTemplate(bytes, roles) };
  });
}

export interface DeckRequest extends Partial<Pick<DeckDocument, 'pictures'>> {
  outline: Outline;
  format: DeliveryFormat;
  /** The id of a built-in template (default: the first of {@link templates}), or one of your own. */
  template?: number | OwnTemplate;
  /** Default: standard. */
  layout?: Arrangement;
  /** Base of the file names (default: the title). */
  name?: string;
  /** For the properties of the file. Without it, equal requests make equal bytes. */
  created?: Date;
}

/**
 * Renders a deck: one file for PPTX and PDF, one per slide for images.
 * @throws SlidesError `invalid` for an unknown template; `template` or `too-much-work`
 */
export async function renderDeck({
  outline,
  template,
  name = outline.title,
  ...rest
}: DeckRequest): Promise<RenderedFile[]> {
  return refusing(() => {
    const own = typeof template === 'object' ? template.brand : undefined;
    const id = typeof template === 'number' ? template : templates[0]!.id;
    if (findTemplate(id) === undefined) {
      const known = templates.map((each) => `${each.id} (${each.name})`).join(', ');
      throw new SlidesError('invalid', `no template has the id ${id}; use one of ${known}`);
    }
    return render({ outline, name, templateId: id, ...rest, ...given({ brand: own }) });
  });
}

/**
 * Checks a .pptx, .potx or .pdf file, of any make, for faults in layout, readability and accessibility.
 * @throws SlidesError when the file cannot be read
 */
export async function checkFile(bytes: Uint8Array): Promise<CheckReport> {
  return refusing(() => check(bytes));
}

/** The errors of the parts, as the one of this library. */
async function refusing<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof OutlineError) throw new SlidesError('invalid', error.message);
    if (error instanceof ImportError) {
      throw new SlidesError(error.kind === 'too-large' ? 'too-large' : 'invalid', error.message);
    }
    if (error instanceof BrandError) {
      throw new SlidesError(error.kind === 'too-large' ? 'too-large' : 'template', error.message);
    }
    throw error;
  }
}

/** Checks whether a PDF has what PDF/UA-1 (ISO 14289-1) requires and a program can see. */

import { counted } from '../../base/text/counted';
import { BrandError } from '../brand/brand-error';
import { type CheckReport, type Finding, finding, reportOf } from './finding';
import { missingImages } from './missing-images';

type Reader = typeof import('unpdf', { with: { 'resolution-mode': 'import' }});
type Document = Awaited<ReturnType<Reader['getDocumentProxy']>>;
type Page = Awaited<ReturnType<Document['getPage']>>;

interface Tag {
  role?: string;
  alt?: string;
  type?: string;
  children?: Tag[];
}

/** A document with fewer pages is read without bookmarks. */
const MOST_WITHOUT_BOOKMARKS = 20;
const MOST_PAGES = 2_000;

/** @throws BrandError when the file is damaged, encrypted or too long. */
export async function checkPdf(bytes: Uint8Array): Promise<CheckReport> {
  addMissingMethod();
  const reader: Reader = await import('unpdf');
  const { OPS } = await reader.getResolvedPDFJS();
  const document = await opened(reader, bytes);
  try {
    const pages = document.numPages;
    if (pages > MOST_PAGES) throw new BrandError('too-large', `The file has more than ${MOST_PAGES} pages.`);
    const findings = await ofDocument(document);
    for (let number = 1; number <= pages; number += 1) {
      const page = await document.getPage(number);
      findings.push(...(await ofPage(page, number, OPS.setFont)));
      page.cleanup();
    }
    return reportOf('pdf', pages, findings);
  } finally {
    await document.loadingTask.destroy();
  }
}

async function opened(reader: Reader, bytes: Uint8Array): Promise<Document> {
  try {
    // A copy, because the reader takes over the memory.
    return await reader.getDocumentProxy(Uint8Array.from(bytes), { verbosity: 0, disableFontFace: true });
  } catch (error) {
    const locked = (error as Error).name === 'PasswordException';
    throw new BrandError(
      'unreadable',
      locked ? 'The file is encrypted. Save it without a password.' : 'The file is not a PDF, or it is damaged.',
    );
  }
}

async function ofDocument(document: Document): Promise<Finding[]> {
  const [mark, preferences, bookmarks, { info, metadata }] = await Promise.all([
    document.getMarkInfo(),
    document.getViewerPreferences(),
    document.getOutline(),
    document.getMetadata(),
  ]);
  const about = info as { Title?: string; Language?: string | null };
  const found: Finding[] = [];
  if (mark?.Marked !== true) found.push(finding('pdf-tags', 'The file does not say that it is tagged.'));
  if (!about.Language) found.push(finding('pdf-language', 'The file has no language.'));
  const shown = (preferences as { DisplayDocTitle?: boolean } | null)?.DisplayDocTitle === true;
  if (!about.Title) found.push(finding('pdf-title', 'The file has no title.'));
  else if (!shown) found.push(finding('pdf-title', 'The window shows the name of the file instead of its title.'));
  if (!/<pdfuaid:part>|pdfuaid:part=/.test(metadata?.getRaw() ?? ''))
    found.push(finding('pdf-identifier', 'The metadata have no PDF/UA identifier.'));
  if (document.numPages > MOST_WITHOUT_BOOKMARKS && (bookmarks?.length ?? 0) === 0)
    found.push(finding('pdf-bookmarks', `The file has ${document.numPages} pages and no bookmarks.`));
  return found;
}

async function ofPage(page: Page, slide: number, setFont: number): Promise<Finding[]> {
  const tree = (await page.getStructTree()) as Tag | null;
  const { fnArray, argsArray } = await page.getOperatorList();
  const names = new Set(fnArray.flatMap((name, at) => (name === setFont ? [String(argsArray[at][0])] : [])));
  const fonts = [...names].map((name) => page.commonObjs.get(name) as { name?: string; missingFile?: boolean });
  const missing = [...new Set(fonts.filter((font) => font.missingFile === true).map((font) => font.name ?? '?'))];
  const tags = tree === null ? [] : [...below(tree)];
  const figures = tags.filter(({ role }) => role === 'Figure');
  const silent = figures.filter(({ alt }) => !alt?.trim());
  const found = figures.flatMap(({ alt }) => missingImages(alt ?? ''));
  // A page of decoration alone has no tags.
  if (names.size > 0 && !tags.some(({ type }) => type === 'content'))
    found.push(finding('pdf-tags', 'The text of the page has no tags.', { slide }));
  if (silent.length > 0)
    found.push(finding('pdf-alt-text', `${counted(silent.length, 'figure')} without alternative text.`, { slide }));
  if (missing.length > 0) found.push(finding('pdf-fonts', `The file does not embed ${missing.join(', ')}.`, { slide }));
  return found;
}

function* below(tag: Tag): Generator<Tag> {
  for (const child of tag.children ?? []) {
    yield child;
    yield* below(child);
  }
}

/** The reader uses a method that Node has from version 21 on. */
function addMissingMethod(): void {
  const prototype = ArrayBuffer.prototype as { transferToFixedLength?: (length?: number) => ArrayBuffer };
  prototype.transferToFixedLength ??= function (this: ArrayBuffer, length = this.byteLength) {
    const copy = new ArrayBuffer(length);
    new Uint8Array(copy).set(new Uint8Array(this).subarray(0, length));
    return copy;
  };
}

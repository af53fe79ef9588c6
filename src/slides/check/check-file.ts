import { checkDeck } from './check-deck';
import type { CheckReport } from './finding';

export { type CheckedFile, sarifOf } from './sarif';

const PDF_MAGIC = '%PDF-';
/** Readers accept other bytes in front of it. */
const MAGIC_WITHIN = 1024;

/** @throws BrandError when the file is neither a presentation nor a PDF, or cannot be read. */
export async function checkFile(bytes: Uint8Array): Promise<CheckReport> {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, MAGIC_WITHIN)).toString('latin1');
  if (!head.startsWith('PK') && head.includes(PDF_MAGIC)) {
    const { checkPdf } = await import('./check-pdf.js');
    return checkPdf(bytes);
  }
  return checkDeck(bytes);
}

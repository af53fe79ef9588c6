import { buffer } from 'node:stream/consumers';
import type { Brand } from '../../slides/render';
import { findBrandTemplate } from '../store/brand-templates';
import type { Services } from './services';

/**
 * The template from a PowerPoint file that a suit id stands for; undefined for the project's own.
 * @param withFile also reads the file, for an editable PPTX.
 */
export async function brandOf(
  { db, files }: Pick<Services, 'db' | 'files'>,
  suitId: number,
  withFile = false,
): Promise<Brand | undefined> {
  const row = await findBrandTemplate(db, suitId);
  if (!row) return undefined;
  const look = JSON.parse(row.look) as Brand['look'];
  if (!withFile) return { look };
  const bytes = await buffer(await files.read(row.file_key));
  return { look, file: { bytes, roles: JSON.parse(row.roles) } };
}

/** Registers PowerPoint files as templates of an account, directly in the stores of the embedded service. */
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Settings } from '../../config';
import { checkInThread, type Roles, reportInThread, type TemplateReport } from '../../slides/brand';
import { openFiles, openServiceDirectory } from '../files/open-files';
import { storeAddress } from '../store/address';
import { brandTemplatesOf, removeBrandTemplate, saveBrandTemplate, suitOf } from '../store/brand-templates';
import { type Database, openDatabase } from '../store/database';
import type { BrandTemplateRow } from '../store/schema';

interface RegisteredTemplate {
  /** For `--template`. */
  id: number;
  name: string;
  /** SHA-256 of the file. */
  hash: string;
}

type Place = Pick<Settings, 'server' | 'data' | 'encryption'>;

interface NewTemplate {
  /** The account that it belongs to. */
  apiKey: string;
  name: string;
  file: Uint8Array;
  roles: Roles;
}

/**
 * Checks a file and stores it by its hash. The same file again keeps its id and gets the new name and roles.
 * @throws BrandError when no deck can be made from it.
 */
export async function registerTemplate(
  place: Place,
  { apiKey, name, file, roles }: NewTemplate,
  env: NodeJS.ProcessEnv = process.env,
): Promise<RegisteredTemplate> {
  const look = await checkInThread(apiKey, { file, name, roles });
  const hash = createHash('sha256').update(file).digest('hex');
  const files = await openFiles(place, openServiceDirectory(place), env);
  await files.write(hash, file);
  return withDatabase(place, env, async (db) => {
    const row = { api_key: apiKey, name, file_key: hash, roles: JSON.stringify(roles), look: JSON.stringify(look) };
    return registered(await saveBrandTemplate(db, { ...row, created_at: Date.now() }));
  });
}

export async function listTemplates(
  place: Place,
  apiKey: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<RegisteredTemplate[]> {
  return withDatabase(place, env, async (db) => (await brandTemplatesOf(db, apiKey)).map(registered));
}

/** A template with its report: with the corrections that people made, and as it would be without them. */
interface ReportedTemplate extends RegisteredTemplate {
  roles: Roles;
  report: TemplateReport;
  automatic: TemplateReport['mapping'];
}

/** Undefined when the account has no such template. */
export async function reportRegistered(
  place: Place,
  { apiKey, id }: { apiKey: string; id: number },
  env: NodeJS.ProcessEnv = process.env,
): Promise<ReportedTemplate | undefined> {
  const found = await storedTemplate(place, { apiKey, id }, env);
  if (!found) return undefined;
  const { row, file } = found;
  const roles = JSON.parse(row.roles) as Roles;
  const report = await reportInThread(apiKey, file, roles);
  const automatic = Object.keys(roles).length === 0 ? report : await reportInThread(apiKey, file);
  return { ...registered(row), roles, report, automatic: automatic.mapping };
}

/**
 * Corrects the layouts of a registered template, as adding its file again with these roles would. Decks exported from now
 * on use them.
 * @returns undefined when the account has no such template
 * @throws BrandError when the roles do not fit the file; then nothing is changed
 */
export async function correctRoles(
  place: Place,
  { apiKey, id, roles }: { apiKey: string; id: number; roles: Roles },
  env: NodeJS.ProcessEnv = process.env,
): Promise<RegisteredTemplate | undefined> {
  const found = await storedTemplate(place, { apiKey, id }, env);
  if (!found) return undefined;
  return registerTemplate(place, { apiKey, name: found.row.name, file: found.file, roles }, env);
}

/** The row and the file of a template that the account offers. */
async function storedTemplate(
  place: Place,
  { apiKey, id }: { apiKey: string; id: number },
  env: NodeJS.ProcessEnv,
): Promise<{ row: BrandTemplateRow; file: Buffer } | undefined> {
  const rows = await withDatabase(place, env, (db) => brandTemplatesOf(db, apiKey));
  const row = rows.find((each) => suitOf(each) === id);
  if (!row) return undefined;
  const files = await openFiles(place, openServiceDirectory(place), env);
  return { row, file: await buffer(await files.read(row.file_key)) };
}

/**
 * No longer offers a template. Its row and its file stay: designs made with it are exported as before, and decks begun
 * before the removal are finished with it.
 * @returns false when the account has no such template
 */
export async function removeTemplate(
  place: Place,
  { apiKey, id }: { apiKey: string; id: number },
  env: NodeJS.ProcessEnv = process.env,
): Promise<boolean> {
  return withDatabase(place, env, (db) => removeBrandTemplate(db, apiKey, id, Date.now()));
}

const registered = (row: BrandTemplateRow): RegisteredTemplate => ({
  id: suitOf(row),
  name: row.name,
  hash: row.file_key,
});

async function withDatabase<Result>(
  place: Place,
  env: NodeJS.ProcessEnv,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  const db = await openDatabase(storeAddress(place.server.store, openServiceDirectory(place), env));
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

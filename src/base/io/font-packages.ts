/** Finds fonts: those of the product, and packages that a user installed next to it. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packageRoot } from './package-root';

const SCOPE = '@expo-google-fonts';

const found = new Map<string, string | undefined>();

export const fontPackage = (family: string): string => `${SCOPE}/${family}`;

/** Directory of a family; undefined if it is not installed. Looked up once per process. */
export function fontDirectory(family: string): string | undefined {
  if (!found.has(family)) found.set(family, find(family));
  return found.get(family);
}

function find(family: string): string | undefined {
  // The build copies the faces in use: their packages hold every weight, and Chinese alone has 90 MB.
  const built = join(packageRoot, 'dist', 'fonts', family);
  if (existsSync(built)) return built;
  try {
    // Resolved by path, because the entry point of these packages is made for a mobile bundler.
    const paths = [__dirname, process.cwd()];
    return dirname(require.resolve(`${fontPackage(family)}/package.json`, { paths }));
  } catch {
    return undefined;
  }
}

export const hasFont = (family: string): boolean => fontDirectory(family) !== undefined;

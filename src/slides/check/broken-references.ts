import type { BrandPackage } from '../brand/package';
import { relationshipsOf } from '../brand/relationships';

/** Relationships of a slide whose target is missing, and links that lead nowhere. */
export function brokenReferences(file: BrandPackage, part: string): { missing: string[]; dead: string[] } {
  const missing: string[] = [];
  const dead: string[] = [];
  for (const { kind, target, external } of relationshipsOf(file, part)) {
    if (external) {
      if (kind === 'hyperlink' && !isAddress(target)) dead.push(target);
    } else if (target !== '' && !file.has(target)) missing.push(target);
  }
  return { missing, dead };
}

/** Addresses, and relative paths to files next to the presentation. */
function isAddress(target: string): boolean {
  const trimmed = target.trim();
  if (trimmed === '' || /^https?:\/*$/i.test(trimmed)) return false;
  return /^[a-z][a-z0-9+.-]*:/i.test(trimmed) ? URL.canParse(trimmed) : true;
}

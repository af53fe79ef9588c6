/** The parts of a file that decks keep: everything that is reachable without its example slides. */
import { relationshipsPart } from '../../render/pptx/parts';
import { BrandError } from '../brand-error';
import type { BrandPackage } from '../package';
import { type Relationship, relationshipsOf } from '../relationships';

/** Relationships of the package or the presentation that stay. */
export const keptLinks = (file: BrandPackage, part: string): Relationship[] =>
  relationshipsOf(file, part).filter((each) => each.kind !== 'slide' && (each.external || file.has(each.target)));

/**
 * Names of the kept parts with their relationships, without the two that are rewritten.
 * @throws BrandError when a kept part refers to an example slide.
 */
export function keptParts(file: BrandPackage, presentation: string): Set<string> {
  const kept = new Set<string>();
  const open = [...keptLinks(file, ''), ...keptLinks(file, presentation)];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { target, external } = next;
    if (external || target === presentation || kept.has(target) || !file.has(target)) continue;
    kept.add(target);
    const links = relationshipsPart(target);
    if (!file.has(links)) continue;
    kept.add(links);
    const further = relationshipsOf(file, target);
    if (further.some((each) => each.kind === 'slide')) {
      throw new BrandError(
        'unusable',
        `The part ${target} links to an example slide. Remove the link from its layout or master.`,
      );
    }
    open.push(...further);
  }
  return kept;
}

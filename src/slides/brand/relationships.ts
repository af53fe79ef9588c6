/** Relationships between parts. */
import { posix } from 'node:path';
import { relationshipsPart } from '../render/pptx/parts';
import type { BrandPackage } from './package';
import { childrenNamed } from './xml';

/** With a scheme, or of a share. */
const ADDRESS = /^\s*(?:[a-z][a-z0-9+.-]*:|[\\/]{2})/i;

export interface Relationship {
  id: string;
  /** Last segment of the type: `slideLayout`. */
  kind: string;
  type: string;
  /** Part name, or the address of an external target. */
  target: string;
  external: boolean;
}

/** The relationships of a part; those of the package for an empty name. */
export function relationshipsOf(file: BrandPackage, part: string): Relationship[] {
  const name = part === '' ? '_rels/.rels' : relationshipsPart(part);
  if (!file.has(name)) return [];
  return childrenNamed(file.xml(name), 'Relationship').map(({ attributes }) => {
    const { Id: id = '', Type: type = '', Target = '' } = attributes;
    const path = decoded(Target.split('#', 1)[0]!);
    // Programs read other spellings and addresses without a mode, too.
    const external = !/^internal$/i.test(attributes.TargetMode ?? 'Internal') || ADDRESS.test(path);
    const target = path.startsWith('/') ? path.slice(1) : posix.join(posix.dirname(part || '.'), path);
    return { id, kind: type.split('/').at(-1)!, type, target: external ? Target : target, external };
  });
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The first part of a kind that a part refers to. */
export function related(file: BrandPackage, part: string, kind: string): string | undefined {
  return relationshipsOf(file, part).find((each) => each.kind === kind && !each.external && file.has(each.target))
    ?.target;
}

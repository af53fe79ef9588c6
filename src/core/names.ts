import type { ServiceId } from './service-id';

/** An entity with a numeric id, and its names. */
export interface Named {
  id: ServiceId;
  names: string[];
}

/** The mapping `profile.names`: an alias, and the service's own name. */
type Words = Readonly<Record<string, string>>;

/** The service's own names first, then aliases. */
function named(id: ServiceId, own: string[], words: Words): Named {
  const also = Object.keys(words).filter((word) => own.includes(words[word]!));
  return { id, names: [...new Set([...own, ...also])].filter((name) => name !== '') };
}

/** The filters as the service lists them. */
interface TemplateFilters {
  colour: readonly { id: ServiceId; name: string; en_name: string; code: string }[];
  suit_style: readonly { id: ServiceId; title: string }[];
  suit_scene: readonly { id: ServiceId; title: string }[];
}

/** The template filters with their names; a color also has its code. */
export function namedFilters(
  { colour, suit_style, suit_scene }: TemplateFilters,
  words: Words,
): Record<'color' | 'style' | 'scene', Named[]> {
  return {
    color: colour.map(({ id, name, en_name, code }) => named(id, [name, en_name, code], words)),
    style: suit_style.map(({ id, title }) => named(id, [title], words)),
    scene: suit_scene.map(({ id, title }) => named(id, [title], words)),
  };
}

/** As in the contract, whose recursive type differs between compilations. */
interface OptionNode {
  id: ServiceId;
  name: string;
  key: string;
  is_default?: number | undefined;
  children?: OptionNode[] | null | undefined;
}

interface NamedOption extends Named {
  isDefault: boolean;
}

/** The available options by group: the leaves of the tree. */
export function namedOptions(
  tree: readonly Pick<OptionNode, 'id' | 'name' | 'key'>[],
  words: Words,
): { id: ServiceId; key: string; name: string; options: NamedOption[] }[] {
  return (tree as readonly OptionNode[]).map(({ id, key, name, children }) => ({
    id,
    key,
    name,
    options: (children ?? [])
      .flatMap(leavesOf)
      .map((leaf) => ({ ...named(leaf.id, [leaf.name], words), isDefault: leaf.is_default === 1 })),
  }));
}

function leavesOf(node: OptionNode): OptionNode[] {
  return node.children?.length ? node.children.flatMap(leavesOf) : [node];
}

/** Finds an entity by id or name, ignoring case and spaces. */
export function findNamed(choice: number | string, there: readonly Named[]): Named | undefined {
  if (typeof choice === 'number') return there.find(({ id }) => id === choice);
  const wanted = plain(choice);
  return there.find(({ id, names }) => names.some((name) => plain(name) === wanted) || String(id) === wanted);
}

function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}

const MOST_LISTED = 40;

/** The available names with their ids, for an error message. */
export function listNamed(there: readonly Named[]): string {
  return there
    .slice(0, MOST_LISTED)
    .map(({ id, names }) => `${names.join(' ')} (${id})`)
    .join(', ');
}

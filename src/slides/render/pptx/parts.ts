/** A package while it is written: parts under free names, their content types and relationships. */
import { posix } from 'node:path';
import { declaration, escapeXml } from './xml';
import { type PackedPart, type ZipPart, zip } from './zip';

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const openPackage = 'http://schemas.openxmlformats.org/package/2006';
export const coreProperties = `${openPackage}/relationships/metadata/core-properties`;

export interface Link {
  id: string;
  /** Last segment of the type, or all of it. */
  type: string;
  /** Name of a part, or an address. */
  target: string;
  external: boolean;
}

/** The part that holds the relationships of a part. */
export const relationshipsPart = (part: string): string => {
  const { dir, base } = posix.parse(part);
  return `${dir === '' ? '' : `${dir}/`}_rels/${base}.rels`;
};

/** The relationships of a part. */
export class Links {
  readonly list: Link[];
  private readonly ids: Set<string>;

  constructor(links: readonly Link[] = []) {
    this.list = [...links];
    this.ids = new Set(links.map(({ id }) => id));
  }

  /** Returns the id. */
  add(type: string, target: string, external = false): string {
    let number = this.list.length + 1;
    while (this.ids.has(`rId${number}`)) number += 1;
    const id = `rId${number}`;
    this.ids.add(id);
    this.list.push({ id, type, target, external });
    return id;
  }

  /** The ids of targets, each once. */
  addAll<Key>(keys: Iterable<Key>, type: string, target: (key: Key) => string, external = false): Map<Key, string> {
    return new Map([...new Set(keys)].map((key) => [key, this.add(type, target(key), external)]));
  }

  /** @param part whose relationships these are; '' for the package */
  xml(part: string): string {
    const rows = this.list.map(({ id, type, target, external }) => {
      const full = type.includes('/') ? type : `${office}/${type}`;
      const path = external ? target : relative(part, target);
      const mode = external ? ' TargetMode="External"' : '';
      return `<Relationship Id="${escapeXml(id)}" Type="${escapeXml(full)}" Target="${escapeXml(path)}"${mode}/>`;
    });
    return `${declaration}<Relationships xmlns="${openPackage}/relationships">${rows.join('')}</Relationships>`;
  }
}

const relative = (from: string, to: string): string =>
  posix
    .relative(`/${posix.dirname(from)}`, `/${to}`)
    .split('/')
    .map(encodeURIComponent)
    .join('/');

export class Parts {
  private readonly files: (ZipPart | PackedPart)[] = [];
  private readonly names = new Set<string>();
  private readonly shown = new Map<string, string>();

  /** @param defaults content types by extension; `overrides`: by the name of a part */
  constructor(
    private readonly defaults = new Map<string, string>(),
    private readonly overrides = new Map<string, string>(),
  ) {
    if (!defaults.has('rels')) defaults.set('rels', 'application/vnd.openxmlformats-package.relationships+xml');
    if (!defaults.has('xml')) defaults.set('xml', 'application/xml');
  }

  /** Adds a part of another package as it is. */
  keep(part: ZipPart | PackedPart): void {
    this.names.add(part.path);
    this.files.push(part);
  }

  /** Reserves a name such as `ppt/slides/slide3.xml`. @param first number to try (default: a name without a number) */
  free(path: string, first?: number): string {
    const numbered = (number: number): string => path.replace(/(?=\.\w+$)/, String(number));
    let name = first === undefined ? path : numbered(first);
    for (let number = (first ?? 0) + 1; this.names.has(name); number += 1) name = numbered(number);
    this.names.add(name);
    return name;
  }

  /** @param isShared the identical part occurs in other decks */
  add(path: string, type: string, content: string | Uint8Array, links = new Links(), isShared = false): string {
    const extension = extensionOf(path);
    const usual = this.defaults.get(extension);
    if (usual === undefined) this.defaults.set(extension, type);
    else if (usual !== type) this.overrides.set(path, type);
    this.names.add(path);
    this.files.push({ path, content, shared: isShared });
    if (links.list.length > 0) {
      this.files.push({ path: relationshipsPart(path), content: links.xml(path), shared: true });
    }
    return path;
  }

  /** Adds an image once, however many slides show it. */
  image(hash: string, { type, bytes }: { type: string; bytes: Uint8Array }): string {
    const known = this.shown.get(hash);
    if (known !== undefined) return known;
    const path = this.add(this.free(`ppt/media/image.${type}`, this.shown.size + 1), `image/${type}`, bytes);
    this.shown.set(hash, path);
    return path;
  }

  /** @param links of the package */
  zip(links: Links): Buffer {
    const used = new Set(['xml', 'rels', ...[...this.names].map(extensionOf)]);
    const defaults = [...this.defaults].filter(([extension]) => used.has(extension));
    return zip([
      { path: '[Content_Types].xml', content: typesXml(defaults, this.overrides) },
      { path: '_rels/.rels', content: links.xml(''), shared: true },
      ...this.files,
    ]);
  }
}

const extensionOf = (path: string): string => path.split('.').at(-1)!.toLowerCase();

function typesXml(
  defaults: Iterable<readonly [string, string]>,
  overrides: Iterable<readonly [string, string]>,
): string {
  const row = (kind: string, key: string, name: string, type: string): string =>
    `<${kind} ${key}="${escapeXml(name)}" ContentType="${escapeXml(type)}"/>`;
  const rows = [
    ...[...defaults].map(([extension, type]) => row('Default', 'Extension', extension, type)),
    ...[...overrides].map(([name, type]) => row('Override', 'PartName', `/${name}`, type)),
  ];
  return `${declaration}<Types xmlns="${openPackage}/content-types">${rows.join('')}</Types>`;
}

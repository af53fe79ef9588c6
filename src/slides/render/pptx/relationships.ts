/** The parts of a package: their relationships and content types. */
import { posix } from 'node:path';
import { declaration, escapeXml } from './xml';

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const openPackage = 'http://schemas.openxmlformats.org/package/2006';
export const coreProperties = `${openPackage}/relationships/metadata/core-properties`;

export interface Link {
  id: string;
  /** Last segment of the type, or all of it. */
  type: string;
  target: string;
  external?: boolean;
}

/** The part that holds the relationships of a part. */
export const relationshipsPart = (part: string): string => {
  const { dir, base } = posix.parse(part);
  return `${dir === '' ? '' : `${dir}/`}_rels/${base}.rels`;
};

export function linksXml(links: readonly Link[]): string {
  const rows = links.map(({ id, type, target, external }) => {
    const full = type.includes('/') ? type : `${office}/${type}`;
    const mode = external ? ' TargetMode="External"' : '';
    return `<Relationship Id="${escapeXml(id)}" Type="${escapeXml(full)}" Target="${escapeXml(target)}"${mode}/>`;
  });
  return `${declaration}<Relationships xmlns="${openPackage}/relationships">${rows.join('')}</Relationships>`;
}

/** @param defaults content types by extension; `overrides`: by the name of a part. */
export function typesXml(
  defaults: Iterable<readonly [string, string]>,
  overrides: Iterable<readonly [string, string]>,
): string {
  const rows = [
    ...[...defaults].map(
      ([extension, type]) => `<Default Extension="${escapeXml(extension)}" ContentType="${escapeXml(type)}"/>`,
    ),
    ...[...overrides].map(
      ([name, type]) => `<Override PartName="/${escapeXml(name)}" ContentType="${escapeXml(type)}"/>`,
    ),
  ];
  return `${declaration}<Types xmlns="${openPackage}/content-types">${rows.join('')}</Types>`;
}

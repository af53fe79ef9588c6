/** Rules about what a file fetches, starts or carries besides its slides. */
import { isActive, isWebAddress } from '../brand/hygiene';
import type { BrandPackage } from '../brand/package';
import { type Relationship, relationshipsOf } from '../brand/relationships';
import { below } from '../brand/xml';
import { type Finding, finding } from './finding';
import type { CheckedDeck } from './slides';

const OBJECTS = /^(?:oleObject|control|activeX\w*|extensibility|vbaProject|attachedToolbars)$/;
const RELATIONSHIPS = /^(.*?)_rels\/([^/]*)\.rels$/;
/** A sound, a video or a data source that a program asks for before it opens it. */
const ASKED = /^(?:hyperlink|video|audio|media)$/;

export function foreign({ file, slides }: CheckedDeck): Finding[] {
  const numbers = new Map(slides.map(({ part, number }) => [part, number]));
  return file.names.flatMap((name) => {
    const [, folder, base] = RELATIONSHIPS.exec(name) ?? [];
    if (base === undefined) return [];
    const part = `${folder}${base}`;
    const slide = numbers.get(part);
    const place = slide === undefined ? {} : { slide };
    const at = part === '' || slide !== undefined ? '' : ` (${base})`;
    const quoted = (text: string): string => `${JSON.stringify(text.slice(0, 120))}${at}`;
    const links = relationshipsOf(file, part).flatMap((each) => {
      const { target } = each;
      if (isFetched(each)) {
        const isMild = isWebAddress(target) && ASKED.test(each.kind);
        const message = `Programs fetch ${quoted(target)}.`;
        return [finding('external-link', message, { ...place, ...(isMild ? { severity: 'warning' } : {}) })];
      }
      const isObject = OBJECTS.test(each.kind) || (each.kind === 'package' && !/\/charts\//.test(part));
      return isObject && !each.external ? [finding('embedded-object', `It carries ${quoted(target)}.`, place)] : [];
    });
    return [...links, ...actions(file, part).map((action) => finding('action', `It does ${action}${at}.`, place))];
  });
}

function isFetched({ kind, target, external }: Relationship): boolean {
  if (!external) return false;
  // Relative links lead to files next to the presentation.
  return kind === 'hyperlink' ? /^(?!https?:|mailto:|tel:)[a-z][a-z0-9+.-]*:|^[\\/]{2}/i.test(target.trim()) : true;
}

function actions(file: BrandPackage, part: string): string[] {
  if (!/^ppt\/slide(?:s|Layouts|Masters)\//.test(part) || !file.has(part)) return [];
  const targets = new Map(relationshipsOf(file, part).map((each) => [each.id, each.target]));
  return [...below(file.xml(part))]
    .filter((node) => /^a:hlink/.test(node.name) && isActive(node))
    .filter(({ attributes: { action } }) => /^ppaction:\/\/(?:program|macro|ole)/i.test(action!))
    .map(({ attributes: { action, 'r:id': id = '' } }) => `${action!.slice(0, 120)} ${targets.get(id) ?? ''}`.trim());
}

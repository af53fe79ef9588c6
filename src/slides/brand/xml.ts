/** XML parts as small trees. There are no entities, and namespaces have their usual prefixes, whatever a file calls them. */
import { SaxesParser } from 'saxes';
import { BrandError } from './brand-error';

export interface XmlNode {
  /** With the usual prefix: `p:sp`. */
  name: string;
  /** As written. */
  source: string;
  /** By name with the usual prefix. */
  attributes: Readonly<Record<string, string>>;
  /** As written, with namespace declarations. */
  written: readonly (readonly [name: string, value: string])[];
  children: (XmlNode | string)[];
}

const prefixes: Readonly<Record<string, string>> = {
  'http://schemas.openxmlformats.org/drawingml/2006/main': 'a:',
  'http://schemas.openxmlformats.org/presentationml/2006/main': 'p:',
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships': 'r:',
  'http://schemas.openxmlformats.org/package/2006/relationships': '',
  'http://schemas.openxmlformats.org/package/2006/content-types': '',
};

/** @throws BrandError when the text is not well formed, declares a DTD, or is too deep or too large. */
export function parseXml(
  text: string,
  part: string,
  limits: { nodes: number; depth: number },
  onEnd?: (nodes: number) => void,
): XmlNode {
  const bad = (what: string): BrandError =>
    new BrandError('unreadable', `The file is corrupted: ${JSON.stringify(part.slice(0, 80))} ${what}.`);
  const parser = new SaxesParser({ xmlns: true });
  const open: XmlNode[] = [];
  let root: XmlNode | undefined;
  let nodes = 0;
  parser.on('error', () => {
    throw bad('is not well-formed XML');
  });
  parser.on('doctype', () => {
    throw bad('declares a document type');
  });
  parser.on('opentag', (tag) => {
    nodes += 1;
    if (nodes > limits.nodes) throw bad('has too many elements');
    if (open.length >= limits.depth) throw bad('is nested too deeply');
    if (tag.uri.startsWith('http://purl.oclc.org/ooxml/')) {
      throw new BrandError('other-format', 'The file is a Strict Open XML file. Save it as .potx or .pptx.');
    }
    const attributes: Record<string, string> = {};
    const written: [string, string][] = [];
    for (const each of Object.values(tag.attributes)) {
      written.push([each.name, each.value]);
      if (each.prefix !== 'xmlns' && each.name !== 'xmlns')
        attributes[(each.prefix === '' ? '' : (prefixes[each.uri] ?? `${each.prefix}:`)) + each.local] = each.value;
    }
    const prefix = prefixes[tag.uri] ?? (tag.prefix === '' ? '' : `${tag.prefix}:`);
    const node: XmlNode = { name: prefix + tag.local, source: tag.name, attributes, written, children: [] };
    if (open.length === 0) root = node;
    else open.at(-1)!.children.push(node);
    open.push(node);
  });
  parser.on('closetag', () => void open.pop());
  const content = (piece: string) => open.at(-1)?.children.push(piece);
  parser.on('text', content);
  parser.on('cdata', content);
  parser.write(text).close();
  if (!root) throw bad('is empty');
  onEnd?.(nodes);
  return root;
}

export const elements = (node: XmlNode | undefined): XmlNode[] =>
  (node?.children ?? []).filter((each): each is XmlNode => typeof each !== 'string');

export const childrenNamed = (node: XmlNode | undefined, name: string): XmlNode[] =>
  elements(node).filter((each) => each.name === name);

/** The first element below a path of names. */
export function at(node: XmlNode | undefined, ...path: string[]): XmlNode | undefined {
  return path.reduce<XmlNode | undefined>((from, name) => elements(from).find((each) => each.name === name), node);
}

/** All elements below a node in document order. */
export function* below(node: XmlNode): Generator<XmlNode> {
  const open = elements(node).reverse();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    yield next;
    open.push(...elements(next).reverse());
  }
}

export function textOf(node: XmlNode): string {
  return node.children.map((each) => (typeof each === 'string' ? each : textOf(each))).join('');
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\n': '&#10;' };
const escaped = (text: string, what: RegExp): string => text.replace(what, (character) => escapes[character]!);

/** Writes a node as it was. */
export function writeXml(node: XmlNode): string {
  const attributes = node.written.map(([name, value]) => ` ${name}="${escaped(value, /[&<"\n]/g)}"`).join('');
  if (node.children.length === 0) return `<${node.source}${attributes}/>`;
  const inner = node.children.map((each) => (typeof each === 'string' ? escaped(each, /[&<>]/g) : writeXml(each)));
  return `<${node.source}${attributes}>${inner.join('')}</${node.source}>`;
}

/**
 * Writes a node of the DrawingML namespace with the usual prefixes, without extensions, links and relationships, so that
 * it can be placed in another part.
 */
export function writeDrawing(node: XmlNode): string {
  const attributes = Object.entries(node.attributes)
    .filter(([name]) => !name.includes(':'))
    .map(([name, value]) => ` ${name}="${escaped(value, /[&<"\n]/g)}"`)
    .join('');
  const inner = node.children
    .map((each) => {
      if (typeof each === 'string') return escaped(each, /[&<>]/g);
      const kept = each.name.startsWith('a:') && !/^a:(?:extLst|hlink\w+|blipFill)$/.test(each.name);
      return kept ? writeDrawing(each) : '';
    })
    .join('');
  return inner === '' ? `<${node.name}${attributes}/>` : `<${node.name}${attributes}>${inner}</${node.name}>`;
}

/** A minimal reader for the XML that our own writer makes: elements and text, no comments or CDATA. */
export interface XmlNode {
  name: string;
  attributes: Record<string, string>;
  children: XmlNode[];
  text: string;
}

export function parseXml(xml: string): XmlNode {
  const root: XmlNode = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  for (const [, end, name, rest, self, text] of xml.matchAll(/<(\/?)([\w:]+)((?:\s[^<>]*?)?)(\/?)>|([^<]+)/g)) {
    const top = open.at(-1)!;
    if (text !== undefined) top.text += text;
    else if (end) open.pop();
    else {
      const attributes = Object.fromEntries(
        [...rest!.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, key, value]) => [key, value]),
      );
      const node: XmlNode = { name: name!, attributes, children: [], text: '' };
      top.children.push(node);
      if (!self) open.push(node);
    }
  }
  return root;
}

export const child = (node: XmlNode | undefined, ...path: string[]): XmlNode | undefined =>
  path.reduce<XmlNode | undefined>((at, name) => at?.children.find((each) => each.name === name), node);

export function descendants(node: XmlNode, name: string): XmlNode[] {
  return node.children.flatMap((each) => [...(each.name === name ? [each] : []), ...descendants(each, name)]);
}

export const textOf = (node: XmlNode): string =>
  descendants(node, 'a:t')
    .map((each) => each.text)
    .join('');
export const number = (node: XmlNode | undefined, key: string, otherwise = 0): number =>
  node?.attributes[key] === undefined ? otherwise : Number(node.attributes[key]);

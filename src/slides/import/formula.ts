import { strToU8 } from 'fflate';
import { grouped, lowered, raised } from '../../outline/formula-text';
import type { WordParts } from './word-package';
import { TEXTS } from './word-wrappers';
import { scanXml } from './xml-scan';

/** An element of a formula (OMML), or its text. */
interface MathNode {
  name: string;
  attributes: Record<string, string>;
  text: string;
  children: MathNode[];
}

/** Deeper formulas are not written by people. */
const DEEPEST = 60;

/** A formula as one line of text: `A = πr²`, `(a + b)/(2c)`, `√(x + 1)`. @param xml the element `m:oMath` */
export function formulaText(xml: string): string {
  return lineOf(mathTree(xml))
    .replace(/[\s\u00a0]+/g, ' ')
    .trim();
}

function mathTree(xml: string): MathNode {
  const root: MathNode = { name: '', attributes: {}, text: '', children: [] };
  const open = [root];
  let tooDeep = 0;
  scanXml(xml, {
    open(name, attribute) {
      if (open.length > DEEPEST) {
        tooDeep += 1;
        return;
      }
      const value = attribute('m:val');
      const node: MathNode = {
        name: name.replace(/^m:/, ''),
        attributes: value === undefined ? {} : { val: value },
        text: '',
        children: [],
      };
      open.at(-1)!.children.push(node);
      open.push(node);
    },
    close() {
      if (tooDeep > 0) tooDeep -= 1;
      else if (open.length > 1) open.pop();
    },
    text(text) {
      const { name } = open.at(-1)!;
      if (name === 't' || name === 'w:t') open.at(-1)!.text += text;
    },
  });
  return root;
}

const trimmed = (node: MathNode): string => lineOf(node).trim();
const partsOf = ({ children }: MathNode, wanted: string): MathNode[] => children.filter(({ name }) => name === wanted);
const propertyOf = (node: MathNode, wanted: string): string | undefined =>
  partsOf(node, `${node.name}Pr`)[0]?.children.find(({ name }) => name === wanted)?.attributes.val;

/** How the elements of a formula read, by the lines of their parts. */
const FORMS: Readonly<Record<string, (line: (part: string) => string, node: MathNode) => string>> = {
  t: (_, { text }) => text,
  'w:t': (_, { text }) => text,
  f: (line) => `${grouped(line('num'))}/${grouped(line('den'))}`,
  sSup: (line) => line('e') + raised(line('sup')),
  sSub: (line) => line('e') + lowered(line('sub')),
  sSubSup: (line) => line('e') + lowered(line('sub')) + raised(line('sup')),
  sPre: (line) => lowered(line('sub')) + raised(line('sup')) + line('e'),
  rad: (line) => `${raised(line('deg'), '')}√${grouped(line('e'))}`,
  nary: (line, node) => `${propertyOf(node, 'chr') ?? '∫'}${lowered(line('sub'))}${raised(line('sup'))} ${line('e')}`,
  d(_, node) {
    const inner = partsOf(node, 'e')
      .map(trimmed)
      .join(propertyOf(node, 'sepChr') ?? '|');
    return `${propertyOf(node, 'begChr') ?? '('}${inner}${propertyOf(node, 'endChr') ?? ')'}`;
  },
  func: (line) => `${line('fName')} ${grouped(line('e'))}`,
  limLow: (line) => line('e') + lowered(line('lim')),
  limUpp: (line) => line('e') + raised(line('lim')),
  m(_, node) {
    const rows = partsOf(node, 'mr').map((row) => row.children.map(trimmed).join(', '));
    return `[${rows.join('; ')}]`;
  },
  eqArr: (_, node) => partsOf(node, 'e').map(trimmed).join('; '),
};

function lineOf(node: MathNode): string {
  const form = FORMS[node.name];
  if (form === undefined) return node.name.endsWith('Pr') ? '' : node.children.map(lineOf).join('');
  return form((wanted) => partsOf(node, wanted).slice(0, 1).map(trimmed).join(''), node);
}

/** The parts with every formula as a run of text, because the parser skips formulas. */
export function withFormulas(parts: WordParts): WordParts {
  const written = new Map(parts);
  for (const [name, part] of parts) {
    if (!TEXTS.test(name)) continue;
    const buffer = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
    if (buffer.includes('<m:oMath')) written.set(name, strToU8(replaced(buffer.toString('utf8'))));
  }
  return written;
}

function replaced(xml: string): string {
  const pieces: string[] = [];
  let open: { start: number; depth: number } | undefined;
  let after = 0;
  scanXml(xml, {
    open(name, _attribute, start) {
      if (name !== 'm:oMath' && name !== 'm:oMathPara') return;
      if (open === undefined) open = { start, depth: 0 };
      open.depth += 1;
    },
    close(name, end) {
      if (open === undefined || (name !== 'm:oMath' && name !== 'm:oMathPara')) return;
      open.depth -= 1;
      if (open.depth > 0) return;
      const text = formulaText(xml.slice(open.start, end));
      pieces.push(xml.slice(after, open.start), `<w:r><w:t xml:space="preserve">${escaped(text)}</w:t></w:r>`);
      after = end;
      open = undefined;
    },
  });
  return [...pieces, xml.slice(after)].join('');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

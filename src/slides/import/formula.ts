import { grouped, lowered, raised } from '../../outline/formula-text';
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

function lineOf(node: MathNode): string {
  const part = (name: string) => node.children.find((child) => child.name === name);
  const line = (name: string) => {
    const found = part(name);
    return found === undefined ? '' : lineOf(found).trim();
  };
  const property = (name: string) =>
    node.children.find((child) => child.name === `${node.name}Pr`)?.children.find((child) => child.name === name)
      ?.attributes.val;
  switch (node.name) {
    case 't':
    case 'w:t':
      return node.text;
    case 'f':
      return `${grouped(line('num'))}/${grouped(line('den'))}`;
    case 'sSup':
      return line('e') + raised(line('sup'));
    case 'sSub':
      return line('e') + lowered(line('sub'));
    case 'sSubSup':
      return line('e') + lowered(line('sub')) + raised(line('sup'));
    case 'sPre':
      return lowered(line('sub')) + raised(line('sup')) + line('e');
    case 'rad':
      return `${raised(line('deg'), '')}√${grouped(line('e'))}`;
    case 'nary':
      return `${property('chr') ?? '∫'}${lowered(line('sub'))}${raised(line('sup'))} ${line('e')}`;
    case 'd': {
      const inner = node.children.filter((child) => child.name === 'e').map((child) => lineOf(child).trim());
      return `${property('begChr') ?? '('}${inner.join(property('sepChr') ?? '|')}${property('endChr') ?? ')'}`;
    }
    case 'func':
      return `${line('fName')} ${grouped(line('e'))}`;
    case 'limLow':
      return line('e') + lowered(line('lim'));
    case 'limUpp':
      return line('e') + raised(line('lim'));
    case 'm':
      return `[${node.children
        .filter((child) => child.name === 'mr')
        .map((row) => row.children.map((cell) => lineOf(cell).trim()).join(', '))
        .join('; ')}]`;
    case 'eqArr':
      return node.children
        .filter((child) => child.name === 'e')
        .map((child) => lineOf(child).trim())
        .join('; ');
    default:
      return node.name.endsWith('Pr') ? '' : node.children.map(lineOf).join('');
  }
}

import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { parseSync } from '@swc/core';
import { packageRoot } from '../../src/base/io/package-root';

/** Folders whose functions see what people, the service, a model or a file sends. */
export const FOLDERS = [
  'activities',
  'src/slides/brand',
  'src/slides/check',
  'src/cli',
  'src/decks',
  'src/client',
  'src/temporal/codec-server',
  'src/core',
  'src/decks/documents',
  'src/slides/import',
  'src/decks/input',
  'activities/notifications',
  'src/frames',
  'src/outline',
  'src/slides/render',
  'src/web',
  'src/service/context',
  'src/service/domain',
  'src/service/http',
  'src/service/options',
  'src/service/testing',
  'src/service/texts',
  'src/base/text',
  'src/service/writer',
  'workflows',
];

/** Types that hold external text, bytes or trees. */
const OUTSIDE =
  /^(?:string|unknown|Uint8Array|Buffer|Outline|OutlineNode|OutlineTree|OutlineTreeNode|ImportedDocument|WordElement|Section|Piece|Page|Block|Item|TableData|Deck|Slide|DiffLine|Payload|Chapter|ParagraphSpec|Shape|Measured)$/;

type Node = Record<string, unknown> & { type?: string };
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;
const childrenOf = (node: Node): Node[] => Object.values(node).filter(isNode);

/** Whether a type mentions one of those types. */
function isOutside(type: unknown): boolean {
  if (!isNode(type)) return false;
  if (type.type === 'TsKeywordType') return OUTSIDE.test(String(type.kind));
  if (type.type === 'TsTypeReference' && isNode(type.typeName) && OUTSIDE.test(String(type.typeName.value)))
    return true;
  return childrenOf(type).some(isOutside);
}

const FUNCTIONS = [
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'ClassMethod',
  'Constructor',
];

/** Whether a function in this part of a module takes something from outside. */
function takesOutside(node: Node): boolean {
  if (FUNCTIONS.includes(String(node.type))) {
    const holder = node.type === 'ClassMethod' && isNode(node.function) ? node.function : node;
    const params = (holder.params ?? []) as Node[];
    if (params.some((param) => hasOutsideType(param))) return true;
  }
  return childrenOf(node).some(takesOutside);
}

function hasOutsideType(node: Node): boolean {
  return isOutside(node.typeAnnotation) || childrenOf(node).some(hasOutsideType);
}

/** Whether a module exports a function, or an object or class with one, that takes a text, bytes or a tree. */
export function takesText(source: string): boolean {
  const { body } = parseSync(source, { syntax: 'typescript', target: 'es2022' });
  return body.some((item) => item.type.startsWith('Export') && takesOutside(item as unknown as Node));
}

/** All such modules of the folders, as paths without their ending. */
export function modulesThatTakeText(): string[] {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(packageRoot, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /(?<!\.d)\.ts$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  return files
    .filter((file) => takesText(readFileSync(file, 'utf8')))
    .map((file) => relative(packageRoot, file).split(sep).join('/').replace(/\.ts$/, ''))
    .sort();
}

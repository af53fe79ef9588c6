import { randomInt } from 'node:crypto';
import { type Command, Option } from 'commander';
import { parse } from 'yaml';
import type { Settings } from '../config';
import type { PresentationInput } from '../presentation/input';
import { badInput } from './exit';
import type { CommonOptions } from './invocation';

/** What `deck start` and `deck run` take about the deck. */
export interface OrderOptions extends CommonOptions {
  uid?: string;
  request?: string;
  channel?: string;
  name?: string;
  content?: string;
  template?: number;
  templateType?: number;
  format?: string[];
  review?: string;
  onFailure?: string;
  set?: string[];
}

export function addOrderOptions(command: Command): Command {
  return command
    .option('--uid <uid>', 'user whose deck this is (default: service.uid of the settings)')
    .option('--request <key>', 'key of the request; the same uid and key are one deck (default: a new key)')
    .option('--channel <channel>', 'channel of the user')
    .option('--name <name>', 'name of the design and of the file (default: the title)')
    .addOption(new Option('--content <way>', 'how content is generated').choices(['stream', 'ticket']))
    .option('--template <id>', 'template, together with --template-type', wholeNumber)
    .option('--template-type <type>', '1 system, 2 enterprise', wholeNumber)
    .option('--format <list>', 'file formats: ppt, pdf, png, jpeg, with commas between', formats)
    .addOption(
      new Option('--review <mode>', 'how the outline is approved').choices(['required', 'auto-approve', 'off']),
    )
    .addOption(new Option('--on-failure <way>', 'what trouble does to the deck').choices(['park', 'fail']))
    .option('--set <key=value>', 'a setting of the section workflow for this deck; may be repeated', collect);
}

/** The input of the workflow, checked as the workflow will check it. @throws CliError that names what is wrong */
export async function orderOf(title: string, options: OrderOptions, settings: Settings): Promise<PresentationInput> {
  const { template, templateType } = options;
  if ((template === undefined) !== (templateType === undefined)) {
    throw badInput('--template and --template-type are needed together.');
  }
  const channel = options.channel ?? settings.service.channel;
  const overrides = overridesOf(options);
  const raw = {
    uid: options.uid ?? settings.service.uid,
    request: options.request ?? freshRequest(),
    ...(channel === '' ? {} : { channel }),
    title,
    ...(options.name === undefined ? {} : { name: options.name }),
    ...(options.content === undefined ? {} : { content: options.content }),
    ...(template === undefined ? {} : { template: { id: template, type: templateType } }),
    ...(options.format === undefined ? {} : { formats: options.format }),
    ...(Object.keys(overrides).length === 0 ? {} : { settings: overrides }),
  };
  const [{ planOf }, { presentationInput }] = await Promise.all([
    import('../../activities/presentation.js'),
    import('../presentation/input.js'),
  ]);
  try {
    planOf(raw, settings.workflow);
  } catch (error) {
    throw badInput(readable((error as Error).message));
  }
  return presentationInput.parse(raw);
}

/** Short, without letters that are taken for one another, and unlikely enough to be new. */
function freshRequest(): string {
  const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
  return Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('');
}

function overridesOf({ review, onFailure, set = [] }: OrderOptions): Record<string, unknown> {
  const overrides: Record<string, unknown> = {};
  for (const assignment of set) {
    const equals = assignment.indexOf('=');
    if (equals < 1) throw badInput(`--set takes key=value, not ${JSON.stringify(assignment)}.`);
    const key = assignment.slice(0, equals).replace(/^workflow\./, '');
    put(overrides, key.split('.'), scalar(assignment.slice(equals + 1), key));
  }
  if (review !== undefined) put(overrides, ['review', 'mode'], review);
  if (onFailure !== undefined) put(overrides, ['onFailure'], onFailure);
  return overrides;
}

function put(target: Record<string, unknown>, path: string[], value: unknown): void {
  const [first = '', ...rest] = path;
  if (['__proto__', 'constructor', 'prototype', ''].includes(first))
    throw badInput(`--set: there is no setting ${path.join('.')}.`);
  if (rest.length === 0) {
    target[first] = value;
    return;
  }
  const inner = target[first];
  const next = typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>) : {};
  target[first] = next;
  put(next, rest, value);
}

/** Read as it would be in temporal.yaml: 3 is a number, 3s a text, [ppt, pdf] a list. */
function scalar(text: string, key: string): unknown {
  try {
    return parse(text) as unknown;
  } catch {
    throw badInput(`--set ${key}: ${JSON.stringify(text)} cannot be read as a value.`);
  }
}

/** `title: title is empty` says the field twice where the sentence names it already. */
function readable(message: string): string {
  return message
    .replace(/^the input does not fit: /, '')
    .replace(/(^|; )([\w.]+): (?=\2\b)/g, '$1')
    .replace(/(^|; )(?=(title|name|uid|request) )/g, '$1the ');
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!/^\d{1,15}$/.test(text.trim()) || value === 0)
    throw badInput(`${JSON.stringify(text)} is not a positive whole number.`);
  return value;
}

const SPELLINGS: Record<string, string> = { pptx: 'ppt', jpg: 'jpeg' };

function formats(text: string, before: string[] = []): string[] {
  const named = text
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => part !== '')
    .map((part) => SPELLINGS[part] ?? part);
  const unknown = named.find((format) => !['ppt', 'pdf', 'png', 'jpeg'].includes(format));
  if (unknown !== undefined || named.length === 0) {
    throw badInput(`--format: ${JSON.stringify(unknown ?? text)} is not a format; there are ppt, pdf, png and jpeg.`);
  }
  return [...before, ...named];
}

const collect = (value: string, before: string[] = []) => [...before, value];

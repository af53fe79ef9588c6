import { randomInt } from 'node:crypto';
import { type Command, Option } from 'commander';
import { parse } from 'yaml';
import type { Settings } from '../../config';
import { deliveryFormats, formatNamed, spellingOf } from '../../core/formats';
import { given } from '../../core/given';
import { type ServiceId, serviceIdOf } from '../../core/service-id';
import { checkedInput } from '../../decks/checked-input';
import type { CheckedInput } from '../../decks/input/input';
import { KINDS } from '../../frames/kinds';
import type { CommonOptions } from '../invocation/invocation';
import { readText } from '../invocation/read-text';
import { badInput } from '../terminal/exit';
import { inOptions } from './option-words';
import { readSource, type SourceOptions } from './source';

/** Options of `deck start` and `deck run` that describe the deck. */
export interface InputOptions extends CommonOptions, SourceOptions {
  uid?: string;
  key?: string;
  channel?: string;
  name?: string;
  provider?: string;
  slides?: number;
  option?: string[];
  content?: string;
  proLayout?: boolean;
  template?: ServiceId;
  templateType?: number;
  templateColor?: string;
  style?: string;
  scene?: string;
  rank?: number;
  enterprise?: boolean;
  format?: string[];
  /** False with `--no-edit`. */
  edit?: boolean;
  zip?: boolean;
  facts?: string;
  kind?: string;
  audience?: string;
  remember?: string[];
  fromTask?: ServiceId;
  ticket?: string;
  fromDesign?: ServiceId;
  review?: string;
  contentReview?: string;
  onFailure?: string;
  set?: string[];
}

const gateModes = ['required', 'auto-approve', 'off'];

/** Digits that a number cannot hold stay text. */
const idOf = (option: string) => (text: string) => serviceIdOf(text.trim()) ?? wholeNumber(option)(text);

const wholeNumber = (option: string) => (text: string) => {
  const value = Number(text);
  if (!/^\d{1,15}$/.test(text.trim()) || value === 0) {
    throw badInput(`${option} takes a positive integer, not ${JSON.stringify(text)}.`);
  }
  return value;
};

const formatNames = deliveryFormats.map(spellingOf);

export function addInputOptions(command: Command): Command {
  return command
    .option('--uid <uid>', 'user who owns the deck (default: service.uid in the settings)')
    .option(
      '--key <key>',
      'idempotency key; starting the same uid and key again returns the same deck (default: random)',
    )
    .option('--channel <channel>', 'channel of the user')
    .option('--name <name>', 'name of the design and its files (default: the title)')
    .option('--document <file>', '.docx, .md or .txt file as the source; a path, or the https URL of a .docx')
    .addOption(
      new Option('--treatment <mode>', 'how to treat the text of --document (default: keep)').choices([
        'keep',
        'expand',
        'polish',
      ]),
    )
    .option('--slides <n>', 'condense --document or --markdown to about this many slides', wholeNumber('--slides'))
    .option('--topic <id>', 'preset topic to use as the source; see deck service list topics', idOf('--topic'))
    .option('--markdown <file>', 'Markdown file with headings to use as the source (- reads stdin)')
    .option('--facts <file>', 'facts for a deck from a title: a text file with "Name: value" lines (- reads stdin)')
    .addOption(new Option('--kind <kind>', 'kind of a deck from a title (default: from its words)').choices(KINDS))
    .option('--audience <text>', 'for whom a deck from a title is, and to decide what')
    .option(
      '--remember <sentence>',
      'what people should remember of a deck from a title; up to three times; each is the title of a slide',
      collect,
    )
    .addOption(
      new Option('--provider <name>', 'provider of generated text; alternative supports titles only').choices([
        'default',
        'alternative',
      ]),
    )
    .option(
      '--option <key=value>',
      'advanced option by ID or name; can be repeated; see deck service list options',
      collect,
    )
    .addOption(
      new Option(
        '--content <mode>',
        'how to generate the content; as-is keeps the text of a topic or Markdown',
      ).choices(['stream', 'ticket', 'as-is']),
    )
    .option('--pro-layout', 'use richer layouts')
    .option(
      '--template <id>',
      'template ID; requires --template-type; see deck service list templates',
      idOf('--template'),
    )
    .option('--template-type <type>', '1 for system, 2 for enterprise templates', wholeNumber('--template-type'))
    .option('--template-color <color>', 'use a template of this color, by name or ID')
    .option('--style <name>', 'use a template of this style')
    .option('--scene <name>', 'use a template for this scene')
    .option('--enterprise', 'use a template of the account')
    .option('--rank <n>', 'use the nth matching template (default: 1)', wholeNumber('--rank'))
    .option('--format <list>', `comma-separated file formats: ${formatNames.join(', ')}`, formats)
    .option('--no-edit', 'export PPTX slides as images instead of editable text')
    .option('--zip', 'pack image files into one ZIP file')
    .option('--from-task <id>', 'continue with an existing task of the generation service', idOf('--from-task'))
    .option('--ticket <ticket>', 'running content job of --from-task')
    .option('--from-design <id>', 'only export an existing design of the generation service', idOf('--from-design'))
    .addOption(new Option('--review <mode>', 'how the outline is approved').choices(gateModes))
    .addOption(new Option('--content-review <mode>', 'how the content is approved (default: off)').choices(gateModes))
    .addOption(new Option('--on-failure <action>', 'what to do when a stage fails').choices(['park', 'fail']))
    .option(
      '--set <key=value>',
      'override a setting of the workflow section for this deck, such as review.reviewers=[Ann,Bo]; can be repeated',
      collect,
    );
}

/**
 * Builds the workflow input, validates it as the workflow will, and puts long texts into the document store.
 * @throws CliError or DeckError that names the invalid option
 */
export async function inputOf(
  title: string | undefined,
  options: InputOptions,
  settings: Settings,
): Promise<CheckedInput> {
  requireTitleOrSource(title, options);
  const facts = options.facts === undefined ? undefined : (await readText(options.facts)).text;
  const { uid = settings.service.uid, channel = settings.service.channel, key: request = newKey() } = options;
  const { name, slides, kind, audience, remember, provider, content, proLayout, format, edit, zip } = options;
  const source = await readSource(options, settings, { ...given({ title }), uid, channel });
  const overrides = overridesOf(options);
  const raw = {
    ...{ uid, request },
    ...(channel === '' ? {} : { channel }),
    ...given({ title, name, slides, facts, kind, audience, remember, provider, content, formats: format }),
    ...given({ from: fromOf(options), options: optionsChosen(options.option), template: templateOf(options) }),
    ...(proLayout ? { proLayout } : {}),
    ...(edit === false ? { edit } : {}),
    ...(zip ? { zip } : {}),
    ...(Object.keys(overrides).length === 0 ? {} : { settings: overrides }),
  };
  const checked = await checkedInput({ ...raw, ...source.fields }, settings, inOptions);
  await source.store();
  return checked;
}

/** Whether there is something to make a deck from. */
export function hasSource(title: string | undefined, options: InputOptions): boolean {
  const { document, topic, markdown, fromTask, fromDesign } = options;
  return [title, document, topic, markdown, fromTask, fromDesign].some((given) => given !== undefined);
}

function requireTitleOrSource(title: string | undefined, options: InputOptions): void {
  const { fromTask, ...others } = options;
  if (hasSource(title, others)) return;
  throw badInput(
    fromTask === undefined
      ? 'The title is missing. Pass one, such as deck start "Coral reefs", or a source ' +
          '(--document, --topic, --markdown or --from-design).'
      : 'The title is missing. --from-task requires one because the generation service does not return it.',
  );
}

function templateOf(options: InputOptions): object | undefined {
  const { template: id, templateType: type, templateColor: color, style, scene, rank, enterprise } = options;
  if ((id === undefined) !== (type === undefined)) {
    throw badInput('--template and --template-type must be used together.');
  }
  const template = given({ id, type, color, style, scene, rank, enterprise: enterprise || undefined });
  return Object.keys(template).length === 0 ? undefined : template;
}

function fromOf({ fromTask, ticket, fromDesign }: InputOptions): object | undefined {
  if (ticket !== undefined && fromTask === undefined) {
    throw badInput('--ticket requires --from-task, the task of the content job.');
  }
  if (fromTask === undefined && fromDesign === undefined) return undefined;
  return given({ taskId: fromTask, ticket, designId: fromDesign });
}

/** Groups of advanced options, by name and alias. */
const OPTION_GROUPS: Record<string, string> = {
  page: 'page',
  pages: 'page',
  group: 'group',
  audience: 'group',
  scene: 'scene',
  tone: 'tone',
  language: 'language',
};

function optionsChosen(assignments: string[] | undefined): Record<string, string> | undefined {
  if (assignments === undefined) return undefined;
  const chosen: Record<string, string> = {};
  for (const assignment of assignments) {
    const equals = assignment.indexOf('=');
    const value = assignment.slice(equals + 1).trim();
    if (equals < 1 || value === '') throw badInput(`--option takes key=value, not ${JSON.stringify(assignment)}.`);
    const key = assignment.slice(0, equals).trim();
    const group = Object.hasOwn(OPTION_GROUPS, key) ? OPTION_GROUPS[key]! : undefined;
    if (group === undefined) {
      throw badInput(
        `--option: unknown option ${JSON.stringify(key)}. Available: page, group (or audience), scene, tone, language.`,
      );
    }
    if (Object.hasOwn(chosen, group)) throw badInput(`--option sets ${group} twice.`);
    chosen[group] = value;
  }
  return chosen;
}

/** A random idempotency key without characters that are easily confused. */
export function newKey(): string {
  const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
  return Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('');
}

function overridesOf({ review, contentReview, onFailure, set = [] }: InputOptions): Record<string, unknown> {
  const overrides: Record<string, unknown> = {};
  for (const assignment of set) {
    const equals = assignment.indexOf('=');
    if (equals < 1) throw badInput(`--set takes key=value, not ${JSON.stringify(assignment)}.`);
    const key = assignment.slice(0, equals).replace(/^workflow\./, '');
    put(overrides, key.split('.'), scalar(assignment.slice(equals + 1), key));
  }
  if (review !== undefined) put(overrides, ['review', 'mode'], review);
  if (contentReview !== undefined) put(overrides, ['contentReview', 'mode'], contentReview);
  if (onFailure !== undefined) put(overrides, ['onFailure'], onFailure);
  return overrides;
}

function put(target: Record<string, unknown>, path: string[], value: unknown): void {
  const [first = '', ...rest] = path;
  if (['__proto__', 'constructor', 'prototype', ''].includes(first))
    throw badInput(`--set: unknown setting ${path.join('.')}.`);
  if (rest.length === 0) {
    target[first] = value;
    return;
  }
  const inner = target[first];
  const next = typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>) : {};
  target[first] = next;
  put(next, rest, value);
}

/** Parses a value as in temporal.yaml: `3` is a number, `3s` a string, `[ppt, pdf]` a list. */
function scalar(text: string, key: string): unknown {
  try {
    return parse(text) as unknown;
  } catch {
    throw badInput(`--set ${key}: ${JSON.stringify(text)} is not a valid value.`);
  }
}

export function formats(text: string, before: string[] = []): string[] {
  const parts = text
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => part !== '');
  const unknown = parts.find((part) => formatNamed(part) === undefined);
  if (unknown !== undefined || parts.length === 0) {
    throw badInput(
      `--format: unknown format ${JSON.stringify(unknown ?? text)}. Available: ${formatNames.join(', ')}.`,
    );
  }
  return [...before, ...parts.map((part) => formatNamed(part)!)];
}

const collect = (value: string, before: string[] = []) => [...before, value];

import { randomInt } from 'node:crypto';
import { type Command, Option } from 'commander';
import { parse } from 'yaml';
import type { Settings } from '../../config';
import { deliveryFormats, formatNamed } from '../../core/formats';
import { checkedInput } from '../../decks/checked-input';
import type { CheckedInput } from '../../input/input';
import type { CommonOptions } from '../invocation/invocation';
import { badInput } from '../terminal/exit';
import { readSource, type SourceOptions } from './order-source';

/** What `deck start` and `deck run` take about the deck. */
export interface OrderOptions extends CommonOptions, SourceOptions {
  uid?: string;
  request?: string;
  channel?: string;
  name?: string;
  provider?: string;
  option?: string[];
  content?: string;
  proLayout?: boolean;
  template?: number;
  templateType?: number;
  colour?: string;
  style?: string;
  scene?: string;
  rank?: number;
  enterprise?: boolean;
  format?: string[];
  /** False with `--no-edit`. */
  edit?: boolean;
  zip?: boolean;
  fromTask?: number;
  ticket?: string;
  fromDesign?: number;
  review?: string;
  contentReview?: string;
  onFailure?: string;
  set?: string[];
}

const gateModes = ['required', 'auto-approve', 'off'];

export const FORMATS_HELP = `file formats: ${deliveryFormats.join(', ')}, with commas between`;

export function addOrderOptions(command: Command): Command {
  return command
    .option('--uid <uid>', 'user whose deck this is (default: service.uid of the settings)')
    .option('--request <key>', 'key of the request; the same uid and key are one deck (default: a new key)')
    .option('--channel <channel>', 'channel of the user')
    .option('--name <name>', 'name of the design and of the file (default: the title)')
    .option('--document <file>', 'make the deck from this .docx, or from one at an https address')
    .addOption(
      new Option('--treatment <way>', 'what becomes of its words (default: keep)').choices([
        'keep',
        'expand',
        'polish',
      ]),
    )
    .option('--topic <id>', 'make the deck from this preset topic; see deck service list topics', wholeNumber)
    .option('--markdown <file>', 'make the deck from this finished text, Markdown with headings (- reads stdin)')
    .addOption(
      new Option('--provider <which>', 'who generates; alternative takes titles only').choices([
        'default',
        'alternative',
      ]),
    )
    .option(
      '--option <key=value>',
      'advanced option by id or name, may be repeated; see deck service list options',
      collect,
    )
    .addOption(
      new Option('--content <way>', 'how content is generated; as-is: a topic or Markdown in its own words').choices([
        'stream',
        'ticket',
        'as-is',
      ]),
    )
    .option('--pro-layout', 'richer layouts')
    .option('--template <id>', 'template, together with --template-type; see deck service list templates', wholeNumber)
    .option('--template-type <type>', '1 system, 2 enterprise', wholeNumber)
    .option('--colour <name>', 'a template of this colour, by name or id')
    .option('--style <name>', 'a template of this style')
    .option('--scene <name>', 'a template for this scene')
    .option('--enterprise', "a template from the account's own")
    .option('--rank <n>', 'which one of the templates that fit (default: 1, the first)', wholeNumber)
    .option('--format <list>', FORMATS_HELP, formats)
    .option('--no-edit', 'pages of a PPTX are pictures instead of editable text')
    .option('--zip', 'pages that are pictures come as one zip file')
    .option('--from-task <id>', 'go on with a task that exists at the service', wholeNumber)
    .option('--ticket <ticket>', 'its content job that runs, together with --from-task')
    .option('--from-design <id>', 'only export a design that exists at the service', wholeNumber)
    .addOption(new Option('--review <mode>', 'how the outline is approved').choices(gateModes))
    .addOption(new Option('--content-review <mode>', 'how the content is approved (default: off)').choices(gateModes))
    .addOption(new Option('--on-failure <way>', 'what trouble does to the deck').choices(['park', 'fail']))
    .option('--set <key=value>', 'a setting of the section workflow for this deck; may be repeated', collect);
}

/**
 * The input of the workflow, checked as the workflow will check it; then what is long is put into the document store.
 * @throws CliError or DeckError that names what is wrong
 */
export async function orderOf(
  title: string | undefined,
  options: OrderOptions,
  settings: Settings,
): Promise<CheckedInput> {
  requireTitleOrSource(title, options);
  const source = await readSource(options, settings);
  const channel = options.channel ?? settings.service.channel;
  const overrides = overridesOf(options);
  const template = templateOf(options);
  const chosen = options.option === undefined ? undefined : optionsChosen(options.option);
  const from = fromOf(options);
  const raw = {
    uid: options.uid ?? settings.service.uid,
    request: options.request ?? freshRequest(),
    ...(channel === '' ? {} : { channel }),
    ...(title === undefined ? {} : { title }),
    ...(options.name === undefined ? {} : { name: options.name }),
    ...(from === undefined ? {} : { from }),
    ...(options.provider === undefined ? {} : { provider: options.provider }),
    ...(chosen === undefined ? {} : { options: chosen }),
    ...(options.content === undefined ? {} : { content: options.content }),
    ...(options.proLayout ? { proLayout: true } : {}),
    ...(template === undefined ? {} : { template }),
    ...(options.format === undefined ? {} : { formats: options.format }),
    ...(options.edit === false ? { edit: false } : {}),
    ...(options.zip ? { zip: true } : {}),
    ...(Object.keys(overrides).length === 0 ? {} : { settings: overrides }),
  };
  const checked = await checkedInput({ ...raw, ...source.fields }, settings, optionOf);
  await source.keep();
  return checked;
}

function requireTitleOrSource(title: string | undefined, options: OrderOptions): void {
  const { document, topic, markdown, fromTask, fromDesign } = options;
  if (title !== undefined || [document, topic, markdown, fromDesign].some((given) => given !== undefined)) return;
  throw badInput(
    fromTask === undefined
      ? 'The title is missing: say what the deck is about, such as deck start "Coral reefs", or name a source ' +
          '(--document, --topic, --markdown, --from-design).'
      : 'The title is missing: a deck from a task needs one, because the service does not tell it.',
  );
}

function templateOf(options: OrderOptions): object | undefined {
  const { template: id, templateType: type, colour, style, scene, rank, enterprise } = options;
  if ((id === undefined) !== (type === undefined)) {
    throw badInput('--template and --template-type are needed together.');
  }
  const given = { id, type, colour, style, scene, rank, ...(enterprise ? { enterprise } : {}) };
  const named = Object.entries(given).filter(([, value]) => value !== undefined);
  return named.length === 0 ? undefined : Object.fromEntries(named);
}

function fromOf({ fromTask, ticket, fromDesign }: OrderOptions): object | undefined {
  if (ticket !== undefined && fromTask === undefined) {
    throw badInput('--ticket is of a content job; it needs the --from-task that the job belongs to.');
  }
  if (fromTask === undefined && fromDesign === undefined) return undefined;
  return {
    ...(fromTask === undefined ? {} : { taskId: fromTask }),
    ...(ticket === undefined ? {} : { ticket }),
    ...(fromDesign === undefined ? {} : { designId: fromDesign }),
  };
}

/** Groups of the advanced options, with what people call them otherwise. */
const OPTION_GROUPS: Record<string, string> = {
  page: 'page',
  pages: 'page',
  group: 'group',
  audience: 'group',
  scene: 'scene',
  tone: 'tone',
  language: 'language',
};

function optionsChosen(assignments: string[]): Record<string, string> {
  const chosen: Record<string, string> = {};
  for (const assignment of assignments) {
    const equals = assignment.indexOf('=');
    const value = assignment.slice(equals + 1).trim();
    if (equals < 1 || value === '') throw badInput(`--option takes key=value, not ${JSON.stringify(assignment)}.`);
    const key = assignment.slice(0, equals).trim();
    const group = Object.hasOwn(OPTION_GROUPS, key) ? OPTION_GROUPS[key]! : undefined;
    if (group === undefined) {
      throw badInput(
        `--option: there is no option ${JSON.stringify(key)}; there are page, group (or audience), scene, tone and ` +
          'language.',
      );
    }
    if (Object.hasOwn(chosen, group)) throw badInput(`--option names ${group} twice.`);
    chosen[group] = value;
  }
  return chosen;
}

/** Short, without letters that are taken for one another, and unlikely enough to be new. */
export function freshRequest(): string {
  const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
  return Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('');
}

function overridesOf({ review, contentReview, onFailure, set = [] }: OrderOptions): Record<string, unknown> {
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

/** Options by the field of the input that they fill. */
export const optionOf = (field: string) => OPTION_OF[field] ?? field;
const OPTION_OF: Record<string, string> = {
  document: '--document',
  topic: '--topic',
  markdown: '--markdown',
  from: '--from-task/--from-design',
  provider: '--provider',
  options: '--option',
  content: '--content',
  proLayout: '--pro-layout',
  template: '--template',
  formats: '--format',
};

export function wholeNumber(text: string): number {
  const value = Number(text);
  if (!/^\d{1,15}$/.test(text.trim()) || value === 0)
    throw badInput(`${JSON.stringify(text)} is not a positive whole number.`);
  return value;
}

export function formats(text: string, before: string[] = []): string[] {
  const parts = text
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => part !== '');
  const unknown = parts.find((part) => formatNamed(part) === undefined);
  if (unknown !== undefined || parts.length === 0) {
    const known = new Intl.ListFormat('en-GB').format(deliveryFormats);
    throw badInput(`--format: ${JSON.stringify(unknown ?? text)} is not a format; there are ${known}.`);
  }
  return [...before, ...parts.map((part) => formatNamed(part)!)];
}

const collect = (value: string, before: string[] = []) => [...before, value];

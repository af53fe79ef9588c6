import { z } from 'zod';
import type { AnswerForm } from './answer-format';

/** Properties that strict servers refuse in a schema. */
const REFUSED = new Set(['$schema', 'minLength', 'maxLength', 'minItems', 'maxItems']);

const KINDS = ['points', 'steps', 'comparison', 'table', 'chart', 'figures', 'quotation', 'code', 'statement'] as const;

/**
 * A slide as a language model writes it. No lengths: strict servers refuse them in a schema, and a slide that is only
 * too long can be shortened.
 */
const slide = z.object({
  title: z.string().describe('The title of the slide exactly as it is in the outline'),
  kind: z.enum(KINDS),
  items: z.array(
    z.object({ heading: z.string(), text: z.string().describe('One or two plain sentences, without Markdown') }),
  ),
  table: z
    .object({ header: z.array(z.string()), rows: z.array(z.array(z.string())) })
    .nullable()
    .describe('Only for the kinds table and chart, with values from the material'),
  code: z.string().nullable().describe('Only for the kind code, without a fence'),
  notes: z.array(z.string()).describe('What the speaker says, one paragraph per entry'),
  source: z.string().nullable().describe('A source that the material names, otherwise null'),
});

export type SlideAnswer = z.infer<typeof slide>;

const outlineChapter = z.object({
  title: z.string().trim().min(1),
  slides: z
    .array(
      z.object({
        title: z.string().trim().min(1).describe('The message of the slide as a full claim, not a label'),
        points: z.array(z.string()).describe('Headings of what is on the slide'),
      }),
    )
    .min(1),
});

export type OutlineChapterAnswer = z.infer<typeof outlineChapter>;

export const slidesForm = form('slides', z.object({ slides: z.array(slide) }));
export const outlineForm = form('outline', z.object({ title: z.string(), chapters: z.array(outlineChapter) }));

function form(name: string, schema: z.ZodType): AnswerForm {
  const json = z.toJSONSchema(schema, { io: 'output', reused: 'inline' });
  return { name, schema: plainSchema(json) as Record<string, unknown> };
}

function plainSchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainSchema);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !REFUSED.has(key))
      .map(([key, inner]) => [key, plainSchema(inner)]),
  );
}

/** Reads a slide; the other result says what is wrong with it, for the model. */
export function readSlide(value: unknown): SlideAnswer | { wrong: string } {
  return read(slide, tidySlide(value));
}

export function readOutlineChapter(value: unknown): OutlineChapterAnswer | { wrong: string } {
  return read(outlineChapter, tidyChapter(value));
}

function read<Result>(schema: z.ZodType<Result>, value: unknown): Result | { wrong: string } {
  const { data, error } = schema.safeParse(value);
  if (error === undefined) return data as Result;
  const issues = error.issues.slice(0, 5).map(({ path, message }) => `${path.join('.') || 'the object'}: ${message}`);
  return { wrong: issues.join('; ') };
}

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A list of strings from what models write instead: one string, numbers, null. */
function strings(value: unknown): unknown {
  if (value === undefined || value === null) return [];
  if (typeof value === 'string') return value.trim() === '' ? [] : [value];
  return Array.isArray(value) ? value.map(written) : value;
}

function written(value: unknown): unknown {
  if (value === null || value === undefined) return '';
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
}

const orNull = (value: unknown): unknown => (value === undefined || value === '' ? null : value);

/** Fills in what a model omits without losing a meaning, so that it costs no further request. */
function tidySlide(value: unknown): unknown {
  if (!isFields(value)) return value;
  const { items, points, table, kind, code, source } = value;
  const list = items ?? points ?? [];
  const rows = isFields(table) && Array.isArray(table.rows) ? table.rows.map(strings) : undefined;
  return {
    ...value,
    title: written(value.title),
    kind: typeof kind === 'string' ? kind.trim().toLowerCase() : (kind ?? 'points'),
    items: Array.isArray(list) ? list.map(tidyItem) : list,
    table:
      isFields(table) && rows ? (rows.length === 0 ? null : { header: strings(table.header), rows }) : orNull(table),
    code: orNull(Array.isArray(code) ? code.join('\n') : code),
    notes: strings(value.notes),
    source: orNull(Array.isArray(source) ? source.join('; ') : source),
  };
}

function tidyItem(item: unknown): unknown {
  if (typeof item === 'string') return { heading: '', text: item };
  if (!isFields(item)) return item;
  const { heading, title, text, description } = item;
  const words = text ?? description;
  return { heading: written(heading ?? title), text: Array.isArray(words) ? words.join(' ') : written(words) };
}

function tidyChapter(value: unknown): unknown {
  if (!isFields(value)) return value;
  const list = value.slides ?? value.pages;
  return { ...value, slides: Array.isArray(list) ? list.map(tidyPage).filter(isNamed) : list };
}

/** A slide without a title can be left out; one that is not an object is a fault of the whole chapter. */
const isNamed = (page: unknown): boolean =>
  !isFields(page) || (typeof page.title === 'string' && page.title.trim() !== '');

function tidyPage(page: unknown): unknown {
  if (typeof page === 'string') return { title: page, points: [] };
  if (!isFields(page)) return page;
  const { points, items } = page;
  const list = strings(points ?? items);
  const heading = (point: unknown) => (isFields(point) ? (point.heading ?? point.title ?? point.text) : point);
  return { ...page, points: Array.isArray(list) ? list.map(heading) : list };
}

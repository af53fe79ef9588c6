/** Which layout is used for which kind of slide: chosen by role, or corrected by a person. */
import { z } from 'zod';
import { BrandError } from './brand-error';
import { type LayoutRole, type SlideJob, slideJobs } from './kinds';
import { Survey } from './place';
import type { BrandTemplate, Layout } from './read-template';
import { type Assessed, assess } from './roles';
import { Ruler } from './ruler';

export type Mapping = Partial<Record<SlideJob, Assessed>> & {
  text: Assessed;
  /** For an image with points, and for one without. They are not in the list of corrections. */
  imageAndText?: Assessed;
  image?: Assessed;
  /** For slides without another placeholder than the title. */
  titleOnly?: Assessed;
};

const choice = z.union([z.string().min(1).max(200), z.int().min(1), z.null()]);

/** Corrections: the layout of a kind of slide by its number in the report or its name; null for none. */
export const rolesSchema = z.partialRecord(z.enum(slideJobs), choice);
export type Roles = z.output<typeof rolesSchema>;

/** @throws BrandError that names the wrong entry. */
export function parseRoles(json: string): Roles {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw new BrandError('bad-roles', 'The roles are not JSON.');
  }
  const parsed = rolesSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const place = parsed.error.issues[0]?.path.join('.') ?? '';
  throw new BrandError(
    'bad-roles',
    `The roles must be an object that maps ${slideJobs.join(', ')} to the number or name of a layout, or to null` +
      `${place === '' ? '' : ` (see ${JSON.stringify(place)})`}.`,
  );
}

export function assessAll(template: BrandTemplate): Assessed[] {
  const ruler = new Ruler('en');
  return template.layouts.map((layout) => assess(layout, template.page, ruler));
}

/** @throws BrandError when no layout can carry a title with text, or a correction is not possible. */
export function mapLayouts(
  template: BrandTemplate,
  assessed: readonly Assessed[],
  roles: Roles = {},
  survey: Survey = new Survey(template),
): Mapping {
  const usable = assessed.filter((each) => each.unusable === undefined);
  const chosen = corrected(assessed, roles, survey);
  const text = chosen.text ?? bestText(template, usable, survey) ?? roomiest(assessed, survey);
  if (!text) {
    const said = [`No layout can carry a title with text. ${reasons(assessed)}`, ...designElsewhere(template)];
    throw new BrandError('unusable', said.join(' '));
  }
  /** The best layout of the first role that has any; of this master if possible. */
  const pick = (master: number, ...wanted: LayoutRole[]): Assessed | undefined => {
    for (const role of wanted) {
      const found = usable.filter((each) => each.role === role);
      const near = found.filter((each) => each.layout.master === master);
      const choices = near.length > 0 ? near : found;
      const best = choices.find((each) => isTypical(each, role)) ?? choices[0];
      if (best) return best;
    }
    return undefined;
  };
  const { master } = text.layout;
  const { first, last } = shownBy(template);
  const cover =
    usable.find((each) => each.role === 'cover' && each.layout === first) ??
    pick(first?.master ?? master, 'cover', 'section', 'title-only');
  const closing = usable.find((each) => ['cover', 'section'].includes(each.role) && each.layout === last) ?? cover;
  const found: Partial<Record<SlideJob, Assessed | undefined>> = {
    cover,
    contents: text,
    section: pick(master, 'section') ?? text,
    text,
    twoColumns: pick(master, 'two-columns'),
    comparison: pick(master, 'comparison'),
    data: text,
    closing,
  };
  const cleared = new Map<Assessed, Assessed>();
  const clear = (each: Assessed): Assessed => {
    const known = cleared.get(each) ?? survey.cleared(each);
    cleared.set(each, known);
    return known;
  };
  const mapping: Mapping = { text: clear(text) };
  for (const job of slideJobs) {
    const layout = job in roles ? chosen[job] : found[job];
    if (layout) mapping[job] = clear(layout);
  }
  const imageAndText = pick(master, 'image-and-text');
  if (imageAndText) mapping.imageAndText = clear(imageAndText);
  const titleOnly = pick(master, 'title-only');
  if (titleOnly && titleOnly.layout.master === master) mapping.titleOnly = clear(titleOnly);
  const image = widestImage(assessed.filter((each) => each.layout.master === master));
  if (image) mapping.image = clear(image);
  return mapping;
}

/** Without a place for text, the layout with the most room around its title and its decoration. */
function roomiest(assessed: readonly Assessed[], survey: Survey): Assessed | undefined {
  const area = (each: Assessed): number => {
    const box = survey.place(each)?.room.box;
    return box ? box.w * box.h : 0;
  };
  const bare = assessed.flatMap((each): Assessed[] => {
    const { unusable: _, ...kept } = each;
    return each.title && !each.title.vertical && each.role !== 'cover' ? [{ ...kept, bodies: [] }] : [];
  });
  return bare.filter((each) => area(each) > 0).sort((a, b) => area(b) - area(a))[0];
}

/** A layout for an image has too little text for points, but not for a caption. */
function widestImage(assessed: readonly Assessed[]): Assessed | undefined {
  const area = ({ image }: Assessed): number => (image?.box ? image.box.w * image.box.h : 0);
  const usable = assessed.filter(({ title, image }) => title && image && !image.rotated && !title.vertical);
  return usable.reduce<Assessed | undefined>(
    (best, each) => (best && area(best) >= area(each) ? best : each),
    undefined,
  );
}

/** The layouts of the first and of the last of several example slides, which open and close a deck. */
function shownBy({ layouts, examples }: BrandTemplate): { first?: Layout | undefined; last?: Layout | undefined } {
  const of = (part: string | undefined) => layouts.find((each) => each.part === part);
  return { first: of(examples[0]?.layout), last: examples.length < 3 ? undefined : of(examples.at(-1)?.layout) };
}

/** The type that PowerPoint gave a layout decides only between layouts of the same role. */
const typical: Partial<Record<LayoutRole, string>> = {
  cover: 'title',
  section: 'secHead',
  text: 'obj',
  'two-columns': 'twoObj',
  comparison: 'twoTxTwoObj',
  'title-only': 'titleOnly',
};
const isTypical = (each: Assessed, role: LayoutRole): boolean => each.layout.type === typical[role];

/** Of the master that example slides between the first and the last use most, then the largest text. */
function bestText(
  { layouts, examples }: BrandTemplate,
  usable: readonly Assessed[],
  survey: Survey,
): Assessed | undefined {
  const inner = examples.slice(1, examples.length > 2 ? -1 : undefined);
  const usedBy = (master: number): number =>
    inner.filter((each) => layouts.find(({ part }) => part === each.layout)?.master === master).length;
  const area = ({ bodies }: Assessed): number => (bodies[0]?.box ? bodies[0].box.w * bodies[0].box.h : 0);
  const best = (role: LayoutRole): Assessed | undefined =>
    usable
      .filter((each) => each.role === role && survey.place(each))
      .sort(
        (a, b) =>
          usedBy(b.layout.master) - usedBy(a.layout.master) ||
          a.layout.master - b.layout.master ||
          Number(isTypical(b, role)) - Number(isTypical(a, role)) ||
          area(b) - area(a),
      )[0];
  return best('text') ?? best('image-and-text') ?? best('two-columns');
}

const needsText: readonly SlideJob[] = ['contents', 'text', 'data'];

function corrected(assessed: readonly Assessed[], roles: Roles, survey: Survey): Partial<Record<SlideJob, Assessed>> {
  const chosen: Partial<Record<SlideJob, Assessed>> = {};
  for (const [job, wanted] of Object.entries(roles) as [SlideJob, string | number | null][]) {
    if (wanted === null) {
      if (job === 'text') throw new BrandError('bad-roles', 'text cannot be null, because every deck has text.');
      continue;
    }
    const named = assessed.filter(({ layout }) =>
      typeof wanted === 'number' ? layout.number === wanted : nameKey(layout.name) === nameKey(wanted),
    );
    if (named.length !== 1) {
      const which = named.length === 0 ? 'no layout is' : 'several layouts are';
      throw new BrandError(
        'bad-roles',
        `${job}: ${which} named ${JSON.stringify(wanted)}. Use the number in the report.`,
      );
    }
    chosen[job] = checked(job, named[0]!, survey);
  }
  return chosen;
}

/** Programs write accents in two ways, and names of layouts may have spaces around them. */
const nameKey = (name: string): string => name.normalize('NFC').trim();

function checked(job: SlideJob, assessed: Assessed, survey: Survey): Assessed {
  const { layout, title, bodies } = assessed;
  const bad = (why: string) =>
    new BrandError('bad-roles', `${job}: layout ${layout.number} (${layout.name}) cannot be used, because ${why}.`);
  if (!title) throw bad(assessed.unusable ?? 'it has no title placeholder');
  if (needsText.includes(job) && !survey.place(assessed)) throw bad('it has no place for text');
  if (job === 'twoColumns' && bodies.length < 2) throw bad('it has fewer than two places for text');
  if (job === 'comparison' && bodies.length < 4) throw bad('it has fewer than four places for text');
  return assessed;
}

/** Many designers draw on slides and leave the layouts empty. */
function designElsewhere({ examples }: BrandTemplate): string[] {
  const drawn = examples.filter(({ looseShapes, ownBackground }) => looseShapes > 0 || ownBackground).length;
  return drawn === 0
    ? []
    : [
        `The design is on example slides (${drawn}), which decks do not copy: in View > Slide Master, paste it into a layout ` +
          'with placeholders for title and text.',
      ];
}

const mostReasons = 8;

/** Why each layout cannot carry text. */
function reasons(assessed: readonly Assessed[]): string {
  if (assessed.length === 0) return 'The file has no layouts.';
  const lines = assessed
    .slice(0, mostReasons)
    .map(({ layout, role, unusable }) => `${nameOf(layout)}: ${unusable ?? role}`);
  const more = assessed.length - lines.length;
  return `Layouts: ${lines.join('; ')}${more > 0 ? `; ${more} more` : ''}.`;
}

const nameOf = (layout: Layout): string => JSON.stringify(layout.name.slice(0, 60));

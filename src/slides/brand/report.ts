/** What a template file offers, and what cannot be used and why. */
import { BrandError } from './brand-error';
import { layoutRoles, type SlideJob, slideJobs } from './kinds';
import { assessAll, type Mapping, mapLayouts, type Roles } from './mapping';
import type { Placeholder } from './placeholders';
import { type BrandTemplate, type Layout, openTemplate } from './read-template';
import type { Assessed } from './roles';
import { isMeasured, Ruler } from './ruler';
import type { LayoutReport, PlaceReport, TemplateReport } from './template-report';
import { mapped } from './theme';

/** @throws BrandError when the file cannot be read, or the roles do not fit it. */
export function reportTemplate(bytes: Uint8Array, roles: Roles = {}): TemplateReport {
  const template = openTemplate(bytes);
  const assessed = assessAll(template);
  let mapping: Mapping | undefined;
  let refusal: string | null = null;
  try {
    mapping = mapLayouts(template, assessed, roles);
  } catch (error) {
    if (!(error instanceof BrandError) || error.kind !== 'unusable') throw error;
    refusal = error.message;
  }
  const ruler = new Ruler('en');
  const { w, h } = template.page;
  return {
    page: { width: Math.round(w), height: Math.round(h), ratio: ratioOf(w / h) },
    masters: template.masters.map(({ theme, colorMap, fixedColors }) => ({
      theme: theme.name,
      headingFont: theme.fonts.major,
      bodyFont: theme.fonts.minor,
      colors: Object.fromEntries(
        ['tx1', 'bg1', 'tx2', 'bg2', 'accent1', 'accent2', 'accent3', 'accent4', 'accent5', 'accent6'].flatMap(
          (name) => {
            const color = mapped(theme, colorMap, name);
            return color === undefined ? [] : [[name, color]];
          },
        ),
      ),
      fixedColors,
    })),
    layouts: assessed.map((each) => layoutReport(each, mapping, ruler)),
    mapping: mapping
      ? (Object.fromEntries(
          slideJobs.map((job) => [job, mapping[job]?.layout.number ?? null]),
        ) as TemplateReport['mapping'])
      : null,
    exampleSlides: template.examples.length,
    notes: notesOf(template),
    removed: template.removed,
    refusal,
  };
}

const ratioOf = (ratio: number): string =>
  Math.abs(ratio - 16 / 9) < 0.02 ? '16:9' : Math.abs(ratio - 4 / 3) < 0.02 ? '4:3' : `${ratio.toFixed(2)}:1`;

function layoutReport(assessed: Assessed, mapping: Mapping | undefined, ruler: Ruler): LayoutReport {
  const { layout, role, unusable } = assessed;
  const usedFor = slideJobs.filter((job) => mapping?.[job]?.layout === layout);
  return {
    number: layout.number,
    name: layout.name,
    master: layout.master + 1,
    role,
    usedFor,
    places: layout.placeholders.map((each) => placeReport(each, ruler)),
    date: layout.footers.dt !== undefined,
    footer: layout.footers.ftr !== undefined,
    slideNumber: layout.footers.sldNum !== undefined,
    // A layout may be the best there is.
    unusable: usedFor.length > 0 ? null : (unusable ?? null),
  };
}

function placeReport(holder: Placeholder, ruler: Ruler): PlaceReport {
  const { size, typeface } = holder.levels[0]!;
  const { box } = holder;
  const round = Math.round;
  return {
    name: holder.name,
    holds: holder.holds,
    box: box ? { x: round(box.x), y: round(box.y), w: round(box.w), h: round(box.h) } : null,
    size,
    font: typeface,
    ...ruler.capacity(holder),
  };
}

function notesOf({ masters, layouts, examples }: BrandTemplate): string[] {
  const notes: string[] = [];
  if (masters.length > 1) notes.push(`It has ${masters.length} slide masters; a deck prefers the layouts of one.`);
  const fonts = new Set(masters.flatMap(({ theme }) => [theme.fonts.major, theme.fonts.minor]));
  const estimated = [...fonts].filter((font) => !isMeasured(font));
  if (estimated.length > 0)
    notes.push(`Capacity is estimated for ${estimated.join(', ')}: the exact widths are unknown.`);
  const fixed = masters.reduce((sum, each) => sum + each.fixedColors, 0);
  if (fixed > 0) notes.push(`${fixed} colors in masters and layouts do not follow the theme.`);
  if (examples.length > 0) notes.push(`Its example slides (${examples.length}) are not in decks.`);
  const loose = examples.filter((each) => each.looseShapes > 0).length;
  if (loose > 0)
    notes.push(`Example slides with shapes of their own (${loose}): move shapes that decks need to a layout.`);
  const backgrounds = examples.filter((each) => each.ownBackground).length;
  if (backgrounds > 0)
    notes.push(`Example slides with a background of their own (${backgrounds}): move it to a layout.`);
  const bare = layouts.filter((each) => Object.keys(each.footers).length === 0).length;
  if (layouts.length > 0 && bare === layouts.length) notes.push('No layout has a date, footer or slide number.');
  return [...notes, ...nameNotes(layouts)];
}

/** Names made by copying, such as "1_Custom Layout", or without letters. */
const SAYS_NOTHING = /^(?:\d+_|\P{L}*$)/u;

/** People choose layouts by their names. */
function nameNotes(layouts: readonly Layout[]): string[] {
  const numbers = (some: readonly Layout[]): string => some.map(({ number }) => number).join(', ');
  const groups = new Map<string, Layout[]>();
  for (const each of layouts) {
    const key = `${each.master} ${each.name.trim()}`;
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  const same = [...groups.values()].filter((each) => each.length > 1).flat();
  const poor = layouts.filter(({ name }) => SAYS_NOTHING.test(name.trim()));
  return [
    ...(same.length > 0 ? [`Layouts with the same name (${numbers(same)}): people cannot tell them apart.`] : []),
    ...(poor.length > 0
      ? [`Layouts with names that say nothing (${numbers(poor)}): rename them in the master view.`]
      : []),
  ];
}

const jobWords: Record<SlideJob, string> = {
  cover: 'cover',
  contents: 'contents',
  section: 'section',
  text: 'title and text',
  twoColumns: 'two columns',
  comparison: 'comparison',
  data: 'table or chart',
  closing: 'closing',
};

/** The report as lines for a terminal. */
export function reportLines(report: TemplateReport): string[] {
  const { page, masters, layouts, mapping, notes, removed, refusal } = report;
  const width = Math.max(...layoutRoles.map((each) => each.length));
  const lines = [`Page     ${page.width} × ${page.height} pt (${page.ratio})`];
  for (const { theme, headingFont, bodyFont, colors } of masters) {
    lines.push(`Theme    ${theme}: ${headingFont}, ${bodyFont}; ${Object.values(colors).join(' ')}`);
  }
  lines.push('', 'Layouts');
  for (const { number, name, role, places, unusable, ...flags } of layouts) {
    const texts = places
      .filter((each) => ['title', 'subtitle', 'text', 'any'].includes(each.holds))
      .map((each) => `${each.holds} ${each.characters} characters at ${each.size} pt`);
    const shown = [flags.date && 'date', flags.footer && 'footer', flags.slideNumber && 'number'].filter(Boolean);
    lines.push(`${String(number).padStart(4)}  ${role.padEnd(width)}  ${name}`);
    if (texts.length > 0) lines.push(`      ${texts.join('; ')}${shown.length > 0 ? `; ${shown.join(', ')}` : ''}`);
    if (unusable !== null) lines.push(`      not used: ${unusable}`);
  }
  if (mapping) {
    lines.push('', 'Slides');
    for (const job of slideJobs) {
      const number = mapping[job];
      const name = layouts.find((each) => each.number === number)?.name;
      lines.push(`      ${jobWords[job].padEnd(width)}  ${name === undefined ? 'none' : `${number} ${name}`}`);
    }
  }
  if (notes.length > 0) lines.push('', ...notes);
  if (removed.length > 0) lines.push('', 'Not in decks', ...removed.map((each) => `      ${each}`));
  if (refusal !== null) lines.push('', `Refused: ${refusal}`);
  return lines;
}

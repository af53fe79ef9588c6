/** Measures of decks: what is in their files and how they look. Definitions: docs/deck-measures.md. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { parseOutline } from '../src/outline/outline-markdown';
import { fontFile } from '../src/render/deck/fonts';
import { renderDeck } from '../src/render/exports';
import { createOfflineWriter } from '../src/writer/offline/offline-writer';
import { countFile, type FileCounts, levelOf } from './deck-measures/file';
import { comparableLines, sharedLines } from './deck-measures/lines';
import { inkSimilarity, type Looks, looksOf, type Pixels } from './deck-measures/pixels';
import { TITLES } from './deck-measures/titles';

const run = promisify(execFile);

/** A directory with decks that another version made, to be measured instead of decks of this one. */
const FILES_VARIABLE = 'DECK_BENCH_FILES';
const WIDTH = 320;

interface MeasuredDeck {
  name: string;
  counts: FileCounts;
  looks: Looks;
  lines: string[];
  /** Mean and minimum over the slides; undefined where LibreOffice or poppler is not installed. */
  likeness: { mean: number; least: number } | undefined;
}

/** Prints the table; there is no second side that it could be a ratio to. */
export async function deckQuality(): Promise<[]> {
  const given = process.env[FILES_VARIABLE];
  const scratch = await mkdtemp(join(tmpdir(), 'deck-quality-'));
  try {
    if (!given) await writeDecks(scratch);
    const decks: MeasuredDeck[] = [];
    for (const [name, title] of TITLES) decks.push(await measured(given ?? scratch, name, title, scratch));
    console.log(tableOf(decks).join('\n'));
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  return [];
}

/** NAME.pptx, NAME.pdf and NAME/NN.png of each title, offline and without a service. */
async function writeDecks(directory: string): Promise<void> {
  const writer = createOfflineWriter({ fragmentDelayMs: 0 });
  const signal = new AbortController().signal;
  for (const [name, title, templateId, layout] of TITLES) {
    let markdown = '';
    for await (const part of writer.outline({ title, options: {}, variant: 0, signal })) markdown += part;
    let text = '';
    const content = writer.content({ outline: parseOutline(markdown), options: {}, signal });
    for await (const part of content) text += part;
    const outline = parseOutline(text);
    for (const format of ['ppt', 'pdf', 'png'] as const) {
      const files = await renderDeck({ outline, templateId, layout, format, name });
      if (format === 'png') await mkdir(join(directory, name));
      const place = format === 'png' ? join(directory, name) : directory;
      for (const file of files) await writeFile(join(place, file.name), file.bytes);
    }
  }
}

async function measured(directory: string, name: string, title: string, scratch: string): Promise<MeasuredDeck> {
  const counts = countFile(await readFile(join(directory, `${name}.pptx`)));
  const slides: Pixels[] = [];
  for (const file of (await readdir(join(directory, name))).sort()) {
    slides.push(await pixelsOf(await readFile(join(directory, name, file))));
  }
  return {
    name,
    counts,
    looks: looksOf(slides),
    lines: comparableLines(counts.lines, title),
    likeness: await likenessOf(directory, name, scratch),
  };
}

async function pixelsOf(bytes: Buffer, size: { width: number; height?: number } = { width: WIDTH }): Promise<Pixels> {
  const { data, info } = await sharp(bytes)
    .resize({ ...size, fit: 'fill' })
    .removeAlpha()
    .toColorspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

/** Our PDF against the PDF that LibreOffice makes of our PPTX, with the packaged fonts visible to it. */
async function likenessOf(directory: string, name: string, scratch: string): Promise<MeasuredDeck['likeness']> {
  try {
    await run('soffice', ['--version']);
    await run('pdftoppm', ['-v']);
  } catch {
    return undefined;
  }
  const place = join(scratch, `${name}-office`);
  await mkdir(place);
  const fonts = ['arimo', 'gelasio', 'carlito', 'cousine', 'noto-sans-sc'] as const;
  const directories = fonts.map((font) => `<dir>${dirname(dirname(fontFile(`${font}-regular`)))}</dir>`).join('');
  await writeFile(
    join(scratch, 'fonts.conf'),
    `<?xml version="1.0"?><fontconfig>${directories}<include ignore_missing="yes">/etc/fonts/fonts.conf</include></fontconfig>`,
  );
  const profile = `-env:UserInstallation=${pathToFileURL(join(scratch, 'office')).href}`;
  await run(
    'soffice',
    [profile, '--headless', '--convert-to', 'pdf', '--outdir', place, join(directory, `${name}.pptx`)],
    { env: { ...process.env, FONTCONFIG_FILE: join(scratch, 'fonts.conf') }, timeout: 120_000 },
  );
  await run('pdftoppm', ['-r', '50', '-png', join(directory, `${name}.pdf`), join(place, 'ours')]);
  await run('pdftoppm', ['-r', '50', '-png', join(place, `${name}.pdf`), join(place, 'theirs')]);
  const files = (await readdir(place)).filter((file) => file.startsWith('ours')).sort();
  const values: number[] = [];
  for (const file of files) {
    const ours = await pixelsOf(await readFile(join(place, file)), { width: 667, height: 375 });
    const theirs = await pixelsOf(await readFile(join(place, file.replace('ours', 'theirs'))), {
      width: 667,
      height: 375,
    });
    values.push(inkSimilarity(ours, theirs));
  }
  return { mean: values.reduce((sum, value) => sum + value, 0) / values.length, least: Math.min(...values) };
}

function tableOf(decks: readonly MeasuredDeck[]): string[] {
  const head = [
    ['Deck', 'slides', 'words', 'bodies', 'groups', 'charts', 'tables', 'pictures', 'transitions', 'layouts'],
    [
      'whole frames',
      'theme colors',
      'level',
      'deck check',
      'harmony',
      'engagement',
      'usability',
      'rhythm',
      'looks',
      'likeness',
    ],
  ].flat();
  const sums = decks.map(({ counts }) => counts);
  const sum = (of: (counts: FileCounts) => number): number => sums.reduce((total, counts) => total + of(counts), 0);
  const levels = (of: (counts: FileCounts) => number): string =>
    [0, 1, 2, 3, 4, 5].map((level) => `L${level}: ${sums.filter((each) => of(each) === level).length}`).join(', ');
  const shares = decks.flatMap((deck, at) =>
    decks.slice(at + 1).flatMap((other) => {
      const share = sharedLines(deck.lines, other.lines);
      return share === undefined ? [] : [{ pair: `${deck.name}–${other.name}`, share }];
    }),
  );
  const most = shares.reduce((one, other) => (other.share > one.share ? other : one));
  return [
    `| ${head.join(' | ')} |`,
    `|${head.map(() => '---|').join('')}`,
    ...decks.map(rowOf),
    '',
    `Shared lines: mean ${percent(average(shares.map(({ share }) => share)))}, most ${percent(most.share)} (${most.pair}), ${shares.length} pairs`,
    `Per slide: ${(['titles', 'bodies', 'groups', 'charts', 'tables', 'pictures', 'transitions'] as const)
      .map((kind) => `${kind} ${(sum((counts) => counts[kind]) / sum(({ slides }) => slides)).toFixed(2)}`)
      .join(', ')}`,
    `Words per slide: ${(sum(({ words }) => words) / sum(({ slides }) => slides)).toFixed(1)}`,
    `Frames with several paragraphs: ${percent(sum(({ wholeFrames }) => wholeFrames) / sum(({ frames }) => frames))}`,
    `Theme colors: ${percent(sum(({ themeColors }) => themeColors) / sum((each) => each.themeColors + each.fixedColors))}`,
    `Editability: ${levels(levelOf)}`,
    `Editability by deck check: ${levels(({ checkLevel }) => checkLevel)}`,
    `Looks, mean: ${average(decks.map(({ looks }) => looks.total)).toFixed(1)} of 40`,
    likenessLine(decks),
  ];
}

function rowOf({ name, counts, looks, likeness }: MeasuredDeck): string {
  const { slides, words, bodies, groups, charts, tables, pictures, transitions, layouts } = counts;
  const cells = [
    ...[name, slides, (words / slides).toFixed(1), bodies, groups, charts, tables, pictures, transitions, layouts],
    percent(counts.wholeFrames / counts.frames),
    percent(counts.themeColors / (counts.themeColors + counts.fixedColors)),
    `L${levelOf(counts)}`,
    `L${counts.checkLevel}`,
    ...[looks.harmony, looks.engagement, looks.usability, looks.rhythm, looks.total].map((value) => value.toFixed(1)),
    likeness ? `${likeness.mean.toFixed(2)} (${likeness.least.toFixed(2)})` : 'not measured',
  ];
  return `| ${cells.join(' | ')} |`;
}

function likenessLine(decks: readonly MeasuredDeck[]): string {
  const seen = decks.flatMap(({ likeness }) => likeness ?? []);
  if (seen.length === 0) return 'Likeness to LibreOffice: not measured';
  const least = Math.min(...seen.map((each) => each.least));
  return `Likeness to LibreOffice: mean ${average(seen.map((each) => each.mean)).toFixed(2)}, least ${least.toFixed(2)}, ${seen.length} decks`;
}

const percent = (share: number): string => `${Math.round(100 * share)} %`;
const average = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0) / values.length;

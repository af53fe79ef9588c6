import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { packageRoot } from '../../src/base/io/package-root';
import type { Outline } from '../../src/outline/outline';
import { outlineOf } from '../../src/slides/import/outline-of';
import { parseWordDocument } from '../../src/slides/import/parse-word';
import { WORD_LIMITS } from '../../src/slides/import/word-limits';
import { composeDeck } from '../../src/slides/render/compose';
import type { Arrangement, Deck } from '../../src/slides/render/deck/deck';
import { drawSlide } from '../../src/slides/render/picture';
import { enterpriseTemplates, systemTemplates } from '../../src/slides/render/templates';
import type { Template } from '../../src/slides/render/templates/template';
import { CHINESE_REPORT, REPORT } from '../import/reports';
import { chinese, english } from './samples';

export const GALLERY = join(packageRoot, 'docs', 'gallery');
export const WRITE_COMMAND = 'npm run gallery';
export const galleryTemplates: readonly Template[] = [...systemTemplates, ...enterpriseTemplates];

/** An image that the gallery's page shows: `![template, English deck](file)`, as its caption says. */
export interface GalleryPicture {
  file: string;
  template: Template | undefined;
  language: 'English' | 'Chinese';
  source: 'deck' | 'report';
  layout: Arrangement;
}

export const galleryPage = (): string => readFileSync(join(GALLERY, 'README.md'), 'utf8');

export function picturesOf(page: string): GalleryPicture[] {
  return [...page.matchAll(/^!\[(.+?),.* (English|Chinese) (deck|report)\b.*\]\((.+)\)$/gm)].map(
    ([line, name, language, source, file]) => ({
      file: file!,
      template: galleryTemplates.find((template) => template.name === name),
      language: language as GalleryPicture['language'],
      source: source as GalleryPicture['source'],
      layout: line.includes('pro layout') ? 'pro' : 'standard',
    }),
  );
}

const ACROSS = 4;
const DOWN = 2;
const GAP = 4;
const [WIDTH, HEIGHT] = [300, 169];

/** Slides by their titles, after the first three: cover, contents, and the first chapter. */
const shown: Record<string, readonly string[]> = {
  'English standard': [
    ...['Lead time fell by 38 % while volume grew', 'Three habits made the difference', 'Cost and benefit by year'],
    ...['Where orders come from', 'How we got here'],
  ],
  'English pro': [
    ...['Lead time fell by 38 % while volume grew', 'Four moves for the next twelve months'],
    ...['In the words of a customer', 'Risks and how we meet them', 'Revenue grew in every year'],
  ],
  'Chinese standard': [
    ...['仍需正视的两个问题', '需求正在发生四个变化', '营业收入连续四年增长', '公司发展历程', '分四步推进区域拓展'],
  ],
  'Chinese pro': [
    ...['三大业务板块协同发力', '我们听到的客户声音', '竞争者各有所长，我们的优势在于行业深度与交付速度'],
    ...['月度活跃用户稳步上升', '两个关键判断'],
  ],
};

/** Eight slides of a deck on one sheet. */
export async function drawPicture({ template, language, source, layout }: GalleryPicture): Promise<Buffer> {
  const deck = composeDeck(await outlineFor(language, source), template!, layout);
  const slides = source === 'deck' ? chosen(deck, shown[`${language} ${layout}`]!) : withoutChapters(deck);
  const tiles = await Promise.all(
    slides.slice(0, ACROSS * DOWN).map(async (slide, index) => ({
      input: await sharp(await drawSlide(deck, slide, 'png', 2 * WIDTH))
        .resize(WIDTH, HEIGHT)
        .toBuffer(),
      left: GAP + (index % ACROSS) * (WIDTH + GAP),
      top: GAP + Math.floor(index / ACROSS) * (HEIGHT + GAP),
    })),
  );
  const size = { width: ACROSS * (WIDTH + GAP) + GAP, height: DOWN * (HEIGHT + GAP) + GAP };
  const sheet = sharp({ create: { ...size, channels: 3, background: '#808488' } });
  return sheet.composite(tiles).jpeg({ quality: 82, mozjpeg: true }).toBuffer();
}

async function outlineFor(language: GalleryPicture['language'], source: GalleryPicture['source']): Promise<Outline> {
  if (source === 'deck') return language === 'English' ? english : chinese;
  const bytes = language === 'English' ? REPORT : CHINESE_REPORT;
  return outlineOf(await parseWordDocument(bytes, WORD_LIMITS), { mode: 'keep' });
}

function chosen({ slides }: Deck, titles: readonly string[]): Deck['slides'] {
  return [
    ...slides.slice(0, 3),
    ...titles.map((title) => {
      const slide = slides.find((each) => each.title.startsWith(title));
      if (slide === undefined) throw new Error(`no slide is called “${title}”`);
      return slide;
    }),
  ];
}

const withoutChapters = ({ slides }: Deck): Deck['slides'] => slides.filter(({ kind }) => kind !== 'chapter');

import { composeDeck } from '../../../src/slides/render/compose';
import type { Deck, Group, Shape, Slide } from '../../../src/slides/render/deck/deck';
import { enterpriseTemplates, systemTemplates, templateById } from '../../../src/slides/render/templates';
import { COMPLETE } from '../../deep';
import { spread } from '../../setup/spread';
import { texts } from '../shapes';
import { reviewDecks } from './decks';
import { drawSheets } from './sheets';

/** `npm run sheets` draws the decks for people to look at. */
const { DECK_SHEETS } = process.env;
if (DECK_SHEETS) {
  it('draws contact sheets', async () => {
    expect(await drawSheets(DECK_SHEETS)).toBe(reviewDecks.length);
  });
}

const templates = [...systemTemplates, ...enterpriseTemplates];

const decks = new Map<object, Promise<Deck>>();

/** The deck of an entry, which is composed once. */
function deckOf(each: (typeof reviewDecks)[number]): Promise<Deck> {
  const known = decks.get(each);
  if (known) return known;
  const made = Promise.resolve(each.outline).then((outline) =>
    composeDeck(outline, templateById(each.template)!, each.layout),
  );
  decks.set(each, made);
  return made;
}

/** In unit tests, some of every template, layout and source. */
const someDecks = spread(reviewDecks, ['template', 'layout', 'source'], COMPLETE);

describe('the decks of the review', () => {
  it('number 45, of every template and both layouts', () => {
    expect(reviewDecks).toHaveLength(45);
    expect(new Set(reviewDecks.map(({ template }) => template))).toEqual(new Set(templates.map(({ id }) => id)));
    expect(new Set(reviewDecks.map(({ layout }) => layout))).toEqual(new Set(['standard', 'pro']));
  });

  describe.each(someDecks.map((each) => [each.name, each] as const))('%s', (_, each) => {
    const made = () => deckOf(each);

    it('loses no text', async () => {
      expect((await made()).overflow).toEqual([]);
    });

    it('has no row of cards whose texts fill less than half of them', async () => {
      const empty = (await made()).slides.filter((slide) => slide.kind === 'cards' && filled(slide) < 0.5);
      expect(empty.map((slide) => `${slide.title}: ${filled(slide).toFixed(2)}`)).toEqual([]);
    });

    it('sets the points of a slide in one size', async () => {
      const mixed = (await made()).slides.filter((slide) => slide.kind === 'cards' && sizesOfPoints(slide) > 1);
      expect(mixed.map((slide) => slide.title)).toEqual([]);
    });
  });
});

it('no arrangement is on more than a quarter of the pages of a deck, or on more than two of a short one', async () => {
  const shares: number[] = [];
  const repeated: string[] = [];
  for (const each of someDecks) {
    const { slides } = await deckOf(each);
    const looks = slides.filter(({ layout }) => layout === 'page').map(lookOf);
    const most = Math.max(...looks.map((look) => looks.filter((other) => other === look).length));
    if (most > Math.max(2, looks.length / 4)) repeated.push(`${each.name}: ${most} of ${looks.length}`);
    shares.push(most / looks.length);
  }
  expect(repeated).toEqual([]);
  expect(shares.reduce((sum, each) => sum + each, 0) / shares.length).toBeLessThan(0.28);
});

it('the number of a chapter is not larger than its title', async () => {
  for (const each of someDecks) {
    const { slides } = await deckOf(each);
    for (const { shapes } of slides.filter(({ layout }) => layout === 'chapter')) {
      const sizeOf = (wanted: string): number =>
        Math.max(0, ...texts(shapes).flatMap(({ name, paragraphs }) => (name === wanted ? [paragraphs[0]!.size] : [])));
      expect(sizeOf('Number')).toBeLessThanOrEqual(sizeOf('Title'));
    }
  }
});

/** What a slide looks like, whatever its number of points. */
function lookOf({ kind, shapes }: Slide): string {
  const chart = shapes.find((shape) => shape.kind === 'chart');
  return chart ? chart.data.kind : `${kind} ${[...new Set(shapes.map(({ name }) => name))].join(' ')}`;
}

/** The share of its cards that the points of a slide fill, from the top of a card to the end of its text. */
function filled(slide: Slide): number {
  const shares = [...pointsOf(slide).values()].flatMap((shapes) => {
    const cards = shapes.filter((shape) => 'box' in shape && /^(Panel|Card)$/.test(shape.name));
    const inside = texts(shapes).filter(({ part }) => part === 'text');
    if (cards.length !== 1 || !('box' in cards[0]!)) return [];
    const { y, h } = cards[0].box;
    const end = Math.max(...inside.map((text) => endOf(text)));
    return [(end - y) / h];
  });
  return shares.length === 0 ? 1 : shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

function endOf({ anchor, box, height }: ReturnType<typeof texts>[number]): number {
  if (anchor === 'bottom') return box.y + box.h;
  return anchor === 'middle' ? box.y + (box.h + height) / 2 : box.y + height;
}

function pointsOf(slide: Slide): Map<Group, Shape[]> {
  const groups = new Map<Group, Shape[]>();
  for (const shape of slide.shapes) {
    if (!('group' in shape) || !shape.group?.name.startsWith('Point ')) continue;
    groups.set(shape.group, [...(groups.get(shape.group) ?? []), shape]);
  }
  return groups;
}

/** The number of sizes of texts in cards of the same size; a point that its author emphasized has a larger card. */
function sizesOfPoints(slide: Slide): number {
  const sizes = new Map<number, Set<number>>();
  for (const shapes of pointsOf(slide).values()) {
    const card = shapes.find((shape) => 'box' in shape && /^(Panel|Card)$/.test(shape.name));
    const height = card && 'box' in card ? Math.round(card.box.h) : 0;
    for (const text of texts(shapes).filter(({ name }) => name === 'Point'))
      sizes.set(height, (sizes.get(height) ?? new Set()).add(text.paragraphs.at(-1)!.size));
  }
  return Math.max(0, ...[...sizes.values()].map((each) => each.size));
}

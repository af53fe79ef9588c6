/** Which ways to arrange points express their relation, best first. */
import type { Arrangement, SlideKind } from '../deck/deck';
import { agenda, isAgenda } from './agenda';
import { cards, columns, looseCards } from './cards';
import { deepTiles, figureTiles } from './figure-tiles';
import { asFigure, figures, openFigure } from './figures';
import { areOpposites } from './opposites';
import { lead, prose } from './paragraph';
import { claim, headline } from './pro/claim';
import { feature, staggered } from './pro/feature';
import { compare, headed } from './pro/headed';
import { arrows } from './pro/process';
import { ribbon } from './pro/ribbon';
import { zigzag } from './pro/zigzag';
import { deepQuotation, quotation, quotationOf } from './quotation';
import { bands, ledger, rows, tiers } from './rows';
import type { Item, Sheet } from './sheet';
import { haveOneText, listPanel, pillars } from './short-points';
import { standOut } from './signs';
import { aside, banner, statement } from './statement';
import { isSequence, steps } from './steps';
import { isSwot, swot } from './swot';
import { isTeam, team } from './team';
import { isTimeline, timeline } from './timeline';
import { hasKeyFigure, keyFigure, toldFigure } from './told-figure';

/** Draws points; returns whether they fit. */
type Painter = (sheet: Sheet, items: Item[]) => boolean;

/** A way to arrange points. */
export interface Pattern {
  name: string;
  kind: SlideKind;
  paint: Painter;
}

const painters = {
  cards: { cards, looseCards, headed, staggered, feature, swot, team },
  columns: { columns, compare, pillars },
  bullets: { rows, listPanel, tiers, ledger, bands, zigzag, agenda },
  statement: { statement, banner, claim, quotation, deepQuotation, aside, lead, prose },
  figures: { figures, figureTiles, deepTiles, headline, keyFigure },
  steps: { steps, arrows },
  timeline: { timeline, ribbon },
} as const satisfies Partial<Record<SlideKind, Record<string, Painter>>>;

type Kinds = typeof painters;
type Name = { [Kind in keyof Kinds]: keyof Kinds[Kind] }[keyof Kinds];

const byName = new Map(
  Object.entries(painters).flatMap(([kind, all]) =>
    Object.entries(all).map(([name, paint]): [string, Pattern] => {
      // Both kinds of cards look the same.
      const look = name === 'looseCards' ? 'cards' : name;
      return [name, { name: look, kind: kind as SlideKind, paint }];
    }),
  ),
);

/** Groups of patterns; those of a group express the relation equally well. */
export function patternsFor(title: string, items: Item[], layout: Arrangement): Pattern[][] {
  const names = layout === 'pro' ? richer(title, items) : plain(title, items);
  return names.map((group) => group.map((name) => byName.get(name)!));
}

type Relation =
  | 'quotation'
  | 'figure'
  | 'openFigure'
  | 'told'
  | 'point'
  | 'swot'
  | 'team'
  | 'agenda'
  | 'timeline'
  | 'sequence'
  | 'figures'
  | 'opposites'
  | 'pair'
  | 'few'
  | 'list';

export function relationOf(title: string, items: Item[]): Relation {
  const [only] = items;
  if (only && items.length === 1) {
    if (quotationOf(only)) return 'quotation';
    return asFigure(only) ? 'figure' : hasKeyFigure(only) ? 'told' : 'point';
  }
  if (openFigure(items)) return 'openFigure';
  if (isSwot(items)) return 'swot';
  if (isTeam(title, items)) return 'team';
  if (isAgenda(title, items)) return 'agenda';
  if (isTimeline(items)) return 'timeline';
  if (isSequence(title, items)) return 'sequence';
  if (items.length <= 4 && items.every(toldFigure)) return 'figures';
  if (items.length === 2) return areOpposites(title, items) ? 'opposites' : 'pair';
  const bare = items.every((item) => item.text.length === 0);
  return items.length <= 4 && !bare ? 'few' : 'list';
}

const standard: Record<Relation, Name[][]> = {
  quotation: [['quotation'], ['statement'], ['rows']],
  figure: [['figures'], ['statement'], ['rows']],
  openFigure: [['figures'], ['rows'], ['looseCards']],
  told: [['keyFigure'], ['banner', 'lead', 'statement', 'aside', 'prose'], ['rows']],
  point: [['banner', 'lead', 'statement', 'aside', 'prose'], ['rows']],
  swot: [['swot'], ['looseCards'], ['rows']],
  team: [['team'], ['looseCards'], ['rows']],
  agenda: [['agenda'], ['rows'], ['looseCards']],
  timeline: [['timeline'], ['steps'], ['rows'], ['looseCards']],
  sequence: [['steps'], ['rows'], ['looseCards']],
  figures: [['figureTiles'], ['cards', 'tiers'], ['rows'], ['looseCards']],
  opposites: [['columns'], ['rows'], ['looseCards']],
  pair: [['columns', 'ledger', 'tiers'], ['rows'], ['looseCards']],
  few: [['cards', 'tiers', 'ledger', 'rows'], ['rows'], ['looseCards']],
  list: [['rows'], ['looseCards']],
};

const plain = (title: string, items: Item[]): Name[][] => {
  const relation = relationOf(title, items);
  // One figure that its author emphasized is larger than the others.
  const [first, ...others] = standOut(items);
  if (relation === 'figures' && first && !others.includes(true)) {
    return [['figures'], ...standard.figures];
  }
  return [...shortOnes(relation, items, 'standard'), ...standard[relation]];
};

/** Points of one text each would leave cards empty. */
function shortOnes(relation: Relation, items: Item[], layout: Arrangement): Name[][] {
  const isList = relation === 'pair' || relation === 'few' || relation === 'list';
  if (!isList || !haveOneText(items)) return [];
  if (items.length > 4) return [['looseCards', 'rows', 'listPanel']];
  return [layout === 'pro' ? ['listPanel', 'pillars', 'rows'] : ['rows', 'listPanel', 'pillars'], ['tiers']];
}

const pro: Partial<Record<Relation, Name[][]>> = {
  quotation: [['deepQuotation']],
  figure: [['headline']],
  told: [['keyFigure'], ['claim', 'aside', 'statement', 'lead', 'prose']],
  point: [['claim', 'aside', 'statement', 'lead', 'prose']],
  timeline: [['ribbon']],
  sequence: [['arrows']],
  figures: [['deepTiles']],
  opposites: [['compare']],
  pair: [['headed', 'bands']],
  few: [['staggered', 'headed', 'zigzag', 'bands']],
  list: [['zigzag']],
};

function richer(title: string, items: Item[]): Name[][] {
  const relation = relationOf(title, items);
  const isFeature = (relation === 'few' || relation === 'list') && standOut(items)[0];
  return [
    ...(isFeature ? [['feature' as const]] : []),
    ...shortOnes(relation, items, 'pro'),
    ...(pro[relation] ?? []),
    ...standard[relation],
  ];
}

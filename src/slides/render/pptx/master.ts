/** The slide master and its layouts, with the shared decoration and the placeholders of each. */
import type { Deck, Fill, Paragraph, TextBox } from '../deck/deck';
import { type Holder, holdersOf, type PatternName, patternNames, patterns, stageOf } from './patterns';
import type { Colors } from './scheme';
import { frame, placeholderXml, preset } from './shape-properties';
import { shapesXml, tree } from './shapes';
import { levelStyle, levelXml, type TextContext } from './styles';
import { colourMap } from './theme';
import { declaration, escapeXml, fillXml, namespaces } from './xml';

const background = (fill: Fill, scheme: Colors): string =>
  `<p:bg><p:bgPr>${fillXml(fill, scheme)}<a:effectLst/></p:bgPr></p:bg>`;

/** Decks with the same template and language share their layouts. */
const written = new WeakMap<object, Map<string, string>>();

export function layoutXml(deck: Deck, name: PatternName, context: TextContext): string {
  const stage = stageOf(deck, name);
  const all = written.get(stage) ?? new Map<string, string>();
  written.set(stage, all);
  const key = `${name} ${context.tag}`;
  const xml = all.get(key) ?? makeLayout(deck, name, context);
  all.set(key, xml);
  return xml;
}

function makeLayout(deck: Deck, name: PatternName, context: TextContext): string {
  const stage = stageOf(deck, name);
  const pattern = patterns[name];
  const masters = masterHolders(deck);
  const holders = holdersOf(stage, name).map((holder, index) => {
    const above = masters.find((each) => each.type === familyOf(holder));
    return holderShape(holder, 1000 + index, context, above?.sample);
  });
  const type = pattern.type === 'cust' ? '' : ` type="${pattern.type}"`;
  return (
    `${declaration}<p:sldLayout ${namespaces}${type} preserve="1" userDrawn="1">` +
    `<p:cSld name="${escapeXml(pattern.name[deck.language])}">${background(stage.ground, context.scheme)}` +
    `${tree(shapesXml(stage.shapes, context) + holders.join(''))}</p:cSld>` +
    '<p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sldLayout>'
  );
}

/** The placeholder of the master that one of a layout inherits from. */
const familyOf = ({ type }: Holder): Holder['type'] => (type === 'subTitle' ? 'body' : type);

function masterHolders(deck: Deck): Holder[] {
  const kinds: Holder['type'][] = ['title', 'body', 'dt', 'ftr', 'sldNum'];
  const found = holdersOf(stageOf(deck, 'text'), 'text').filter((each) => kinds.includes(each.type));
  return found.map((each, index) => ({ ...each, idx: each.type === 'title' ? 0 : index }));
}

const names: Record<Holder['type'], string> = {
  title: 'Title',
  subTitle: 'Subtitle',
  body: 'Text',
  tbl: 'Table',
  chart: 'Chart',
  pic: 'Picture',
  ftr: 'Footer',
  sldNum: 'Slide number',
  dt: 'Date',
};

const run = (text: string): string => `<a:r><a:rPr lang="en-US"/><a:t>${escapeXml(text)}</a:t></a:r>`;
const fieldOf = (type: string, id: string, text: string): string =>
  `<a:fld id="{${id}}" type="${type}"><a:rPr lang="en-US"/><a:t>${text}</a:t></a:fld>`;

function content({ type, sample }: Holder): string {
  if (type === 'sldNum') return fieldOf('slidenum', 'B6F15528-21DE-4FAA-801E-634DDDAF4B2B', '‹#›');
  if (type === 'ftr' || type === 'dt' || type === 'tbl' || type === 'chart' || type === 'pic') return '';
  return run(sample.paragraphs[0]!.text);
}

const anchors = { top: 't', middle: 'ctr', bottom: 'b' } as const;

/** @param inherited the sample of the placeholder that this one inherits from; none for those of the master. */
function holderShape(holder: Holder, id: number, context: TextContext, inherited: TextBox | undefined): string {
  const { type, sample } = holder;
  const style = levelStyle(sample.paragraphs[0]!, context);
  const list = levelXml(0, style, inherited && levelStyle(inherited.paragraphs[0]!, context));
  const text = content(holder);
  const fit = type === 'title' || type === 'body' || type === 'subTitle' ? '<a:normAutofit/>' : '';
  const end = text ? '' : '<a:endParaRPr lang="en-US"/>';
  return (
    `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="${names[type]} ${id}"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr>` +
    `<p:nvPr>${placeholderXml(holder)}</p:nvPr></p:nvSpPr><p:spPr>${frame(sample.box)}${preset('rect')}</p:spPr>` +
    `<p:txBody><a:bodyPr wrap="square" lIns="0" tIns="0" rIns="0" bIns="0" rtlCol="0" anchor="${anchors[sample.anchor]}">${fit}</a:bodyPr>` +
    `${list ? `<a:lstStyle>${list}</a:lstStyle>` : '<a:lstStyle/>'}<a:p>${text}${end}</a:p></p:txBody></p:sp>`
  );
}

/** Sizes of the five levels of text that is added later, in points. */
const levelSizes = [18, 18, 16, 14, 14] as const;

function textStyles(title: TextBox, body: TextBox, context: TextContext): string {
  const base = body.paragraphs[0]!;
  const levels = levelSizes.map((size, level) => {
    const bullet = { indent: size, tone: base.tone };
    const paragraph: Paragraph = {
      ...base,
      size,
      lineHeight: (base.lineHeight / base.size) * size,
      ...(level === 0 ? {} : { bullet, level: level - 1 }),
    };
    return levelXml(level, levelStyle(paragraph, context));
  });
  const list = levels.join('');
  return (
    `<p:txStyles><p:titleStyle>${levelXml(0, levelStyle(title.paragraphs[0]!, context))}</p:titleStyle>` +
    `<p:bodyStyle>${list}</p:bodyStyle><p:otherStyle>${levels[0]}</p:otherStyle></p:txStyles>`
  );
}

export function masterXml(deck: Deck, context: TextContext): string {
  const { title, samples } = stageOf(deck, 'text');
  const layoutIds = patternNames
    .map((_, index) => `<p:sldLayoutId id="${2_147_483_649 + index}" r:id="rId${index + 1}"/>`)
    .join('');
  const holders = masterHolders(deck).map((holder, index) => {
    // Titles and texts have their styles in the list of styles below.
    const styled = holder.type === 'title' || holder.type === 'body';
    return holderShape(holder, 2 + index, context, styled ? holder.sample : undefined);
  });
  return (
    `${declaration}<p:sldMaster ${namespaces}><p:cSld>${background({ role: 'paper' }, context.scheme)}` +
    `${tree(holders.join(''))}</p:cSld>${colourMap(deck.style.dark)}` +
    `<p:sldLayoutIdLst>${layoutIds}</p:sldLayoutIdLst>${textStyles(title, samples.body!, context)}</p:sldMaster>`
  );
}

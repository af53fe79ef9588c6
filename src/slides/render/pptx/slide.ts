/** A slide and its notes page. */
import { PAGE, type Slide, type TextBox } from '../deck/deck';
import { pictureXml } from './pictures';
import { preset } from './shape-properties';
import { type References, shapesXml, tree } from './shapes';
import { rightToLeft, type TextContext } from './styles';
import { runsByScript } from './text';
import { declaration, emu, namespaces } from './xml';

const masterColors = '<p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr>';

export const slideAround = (shapes: string, colors = masterColors): string =>
  `${declaration}<p:sld ${namespaces}><p:cSld>${tree(shapes)}</p:cSld>${colors}</p:sld>`;

export const slideXml = (slide: Slide, context: TextContext, references: References): string =>
  slideAround(shapesXml(slide.shapes, context, references));

/** A slide that is a single image. Its title stays behind the image, for the outline view and for screen readers. */
export function pictureSlideXml(
  slide: Slide,
  context: TextContext,
  references: References,
  { relationship, missing }: { relationship: string; missing: readonly string[] },
): string {
  const title = slide.shapes.filter((shape) => shape.kind === 'text' && shape.part === 'title');
  const page = { name: 'Page', alt: [textOf(slide), ...missing].join('\n'), box: { x: 0, y: 0, ...PAGE } };
  const drawing = pictureXml(page, title.length + 2, relationship);
  return slideAround(shapesXml(title, context, references) + drawing);
}

/** The full text of a slide, as alternative text. */
function textOf(slide: Slide): string {
  return slide.shapes
    .flatMap((shape) => {
      if (shape.kind === 'table') return shape.rows.map((row) => row.cells.map((cell) => plain(cell.text)).join(' | '));
      if (shape.kind === 'text') return shape.part === 'ornament' || shape.part === 'page-number' ? [] : plain(shape);
      return shape.alt ?? [];
    })
    .filter(Boolean)
    .join('\n');
}

const plain = (text: TextBox): string => text.paragraphs.map((each) => each.text).join('\n');

/** Positions on a notes page of 540 × 720 points. */
const imagePlace = `<a:off x="${emu(54)}" y="${emu(54)}"/><a:ext cx="${emu(432)}" cy="${emu(243)}"/>`;
const textPlace = `<a:off x="${emu(54)}" y="${emu(324)}"/><a:ext cx="${emu(432)}" cy="${emu(342)}"/>`;

const rectangle = preset('rect');
const ownHolders = { image: '<p:ph type="sldImg" idx="2"/>', text: '<p:ph type="body" sz="quarter" idx="3"/>' };

const slideImage = (properties: string, holder = ownHolders.image): string =>
  '<p:sp><p:nvSpPr><p:cNvPr id="2" name="Slide Image 1"/><p:cNvSpPr><a:spLocks noGrp="1" noRot="1" noChangeAspect="1"/></p:cNvSpPr>' +
  `<p:nvPr>${holder}</p:nvPr></p:nvSpPr><p:spPr>${properties}</p:spPr></p:sp>`;

const notesText = (properties: string, body: string, holder = ownHolders.text): string =>
  '<p:sp><p:nvSpPr><p:cNvPr id="3" name="Notes 2"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr>' +
  `<p:nvPr>${holder}</p:nvPr></p:nvSpPr><p:spPr>${properties}</p:spPr>` +
  `<p:txBody><a:bodyPr/><a:lstStyle/>${body}</p:txBody></p:sp>`;

/** @param tag language of the deck's text; `holders`: the places of a notes master that is not ours */
export function notesXml(notes: readonly string[], tag: string, holders = ownHolders): string {
  const paragraphs = notes.map((note) => {
    const direction = rightToLeft(note, { tag }) ? '<a:pPr algn="r" rtl="1"/>' : '';
    return `<a:p>${direction}${runsByScript(note, [' dirty="0"', ''], tag)}</a:p>`;
  });
  const text = paragraphs.join('') || `<a:p><a:endParaRPr lang="${tag}"/></a:p>`;
  return (
    `${declaration}<p:notes ${namespaces}><p:cSld>` +
    `${tree(slideImage('', holders.image) + notesText('', text, holders.text))}</p:cSld>${masterColors}</p:notes>`
  );
}

export function notesMasterXml(): string {
  const image = slideImage(
    `<a:xfrm>${imagePlace}</a:xfrm>${rectangle}<a:noFill/><a:ln w="12700"><a:solidFill><a:prstClr val="black"/></a:solidFill></a:ln>`,
  );
  const body = notesText(
    `<a:xfrm>${textPlace}</a:xfrm>${rectangle}`,
    '<a:p><a:pPr lvl="0"/><a:r><a:rPr lang="en-US"/><a:t>Notes</a:t></a:r></a:p>',
  );
  const accents = [1, 2, 3, 4, 5, 6].map((index) => `accent${index}="accent${index}"`).join(' ');
  return (
    `${declaration}<p:notesMaster ${namespaces}><p:cSld><p:bg><p:bgRef idx="1001"><a:schemeClr val="bg1"/></p:bgRef></p:bg>` +
    `${tree(image + body)}</p:cSld>` +
    `<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" ${accents} hlink="hlink" folHlink="folHlink"/>` +
    '<p:notesStyle><a:lvl1pPr marL="0" algn="l"><a:defRPr sz="1200"><a:solidFill><a:schemeClr val="tx1"/></a:solidFill>' +
    '<a:latin typeface="+mn-lt"/><a:ea typeface="+mn-ea"/><a:cs typeface="+mn-cs"/></a:defRPr></a:lvl1pPr></p:notesStyle></p:notesMaster>'
  );
}

/** Images on slides. */
import type { Crop, PictureShape } from '../deck/deck';
import type { Holder } from './patterns';
import { frame, holderXml, identity, preset, rounded } from './shape-properties';

/** An image file, cut to the shape that it fills. */
function imageFill(relationship: string, crop: Crop | undefined): string {
  const share = (part: number): number => Math.round(part * 100_000);
  const cut = crop
    ? `<a:srcRect l="${share(crop.left)}" t="${share(crop.top)}" r="${share(crop.right)}" b="${share(crop.bottom)}"/>`
    : '';
  return `<p:blipFill><a:blip r:embed="${relationship}"/>${cut}<a:stretch><a:fillRect/></a:stretch></p:blipFill>`;
}

/**
 * An image, cut to its box.
 * @param held properties of its placeholder, if it is in one; `place`: where it is, if not where that is
 */
export function pictureXml(
  { name, alt, box, crop, radius = 0 }: Omit<PictureShape, 'kind' | 'hash'>,
  id: number,
  relationship: string,
  {
    held,
    place = frame(box) + (radius > 0 ? rounded(box, radius) : preset('rect')),
    look = '',
  }: { held?: string | undefined; place?: string; look?: string } = {},
): string {
  const locks = `<a:picLocks${held === undefined ? '' : ' noGrp="1"'} noChangeAspect="1"/>`;
  return (
    `<p:pic><p:nvPicPr>${identity(id, name, alt)}<p:cNvPicPr>${locks}</p:cNvPicPr>` +
    `${held === undefined ? '<p:nvPr/>' : `<p:nvPr>${held}</p:nvPr>`}</p:nvPicPr>${imageFill(relationship, crop)}<p:spPr>${place}${look}</p:spPr></p:pic>`
  );
}

/** A placeholder that asks for an image. */
export const emptyPicture = ({ name, alt, box }: PictureShape, id: number, holder: Holder): string =>
  `<p:sp><p:nvSpPr>${identity(id, name, alt)}<p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr>${holderXml(holder)}</p:nvSpPr>` +
  `<p:spPr>${frame(box)}</p:spPr></p:sp>`;

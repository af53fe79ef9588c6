import type { BrandTemplateView } from '../v1/schemas';
import { useBrandWords } from './brand-words';
import { useWords } from './preferences';

type Report = BrandTemplateView['report'];
type Layout = Report['layouts'][number];
type Place = Layout['places'][number];

/** A layout: a drawing of its places, its role, how much it holds, and why it is not used. */
export function LayoutCard({ layout, page }: { layout: Layout; page: Report['page'] }) {
  const brands = useBrandWords();
  const { listed } = useWords();
  const { number, name, role, usedFor, places, unusable } = layout;
  const texts = places.filter(({ holds }) => holdsText(holds));
  return (
    <li class={usedFor.length > 0 ? 'card brand-layout used' : 'card brand-layout'}>
      <LayoutDrawing {...{ layout, page }} />
      <h3>
        {number} {name}
      </h3>
      <p>
        {brands.roles[role]}
        {usedFor.length > 0 && ` · ${brands.usedFor(listed(usedFor.map((job) => brands.jobs[job])))}`}
      </p>
      {texts.map((place) => (
        <p class="hint" key={place.name}>
          {brands.capacity(brands.places[place.holds] ?? place.holds, place.characters, place.size)}
        </p>
      ))}
      {unusable !== null && <p class="brand-reason">{brands.unusable(unusable)}</p>}
    </li>
  );
}

const holdsText = (holds: string): boolean => ['title', 'subtitle', 'text', 'any'].includes(holds);

/** The places of a layout on a small page, from the positions in the file. */
function LayoutDrawing({ layout: { number, name, places }, page }: { layout: Layout; page: Report['page'] }) {
  const brands = useBrandWords();
  const drawn = places.flatMap((place) => (place.box === null ? [] : [{ ...place, box: place.box }]));
  const size = Math.round(page.height / 18);
  return (
    <svg viewBox={`0 0 ${page.width} ${page.height}`} role="img" aria-label={brands.drawing(`${number} ${name}`)}>
      <rect class="brand-page" width={page.width} height={page.height} />
      {drawn.map((place, at) => (
        // Places can have the same name, but do not move.
        <PlaceDrawing key={at} {...{ place, size }} box={place.box} />
      ))}
    </svg>
  );
}

function PlaceDrawing({ place: { holds }, box, size }: { place: Place; box: NonNullable<Place['box']>; size: number }) {
  const brands = useBrandWords();
  return (
    <>
      <rect class={`brand-place ${holds}`} x={box.x} y={box.y} width={Math.max(0, box.w)} height={Math.max(0, box.h)} />
      <text
        x={box.x + box.w / 2}
        y={box.y + box.h / 2}
        font-size={size}
        text-anchor="middle"
        dominant-baseline="middle"
      >
        {brands.places[holds] ?? holds}
      </text>
    </>
  );
}

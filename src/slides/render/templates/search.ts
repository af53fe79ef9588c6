import { hslOf, rgbOf } from '../deck/hsl';
import { colours } from './filters';
import { systemTemplates } from './index';
import type { Template } from './template';

export interface TemplateWishes {
  colour?: number | undefined;
  style?: number | undefined;
  scene?: number | undefined;
}

/**
 * Returns the system templates that match all filters. If none does, returns the closest ones: most filters matched,
 * then
 * the nearest color. Unknown filter ids match nothing. Empty only if `among` is empty.
 * @param among restricts the search to these ids.
 */
export function findTemplates(wishes: TemplateWishes, among?: readonly number[]): Template[] {
  const templates = among ? systemTemplates.filter(({ id }) => among.includes(id)) : systemTemplates;
  const most = Math.max(...templates.map((template) => wishesMet(template, wishes)));
  const nearest = templates.filter((template) => wishesMet(template, wishes) === most);
  const wanted = colours.find(({ id }) => id === wishes.colour);
  if (!wanted) return nearest;
  const distance = ({ colour }: Template) => colourDistance(colours.find(({ id }) => id === colour)!.code, wanted.code);
  return nearest.sort((one, other) => distance(one) - distance(other));
}

function wishesMet(template: Template, { colour, style, scene }: TemplateWishes): number {
  const met = [
    template.colour === colour,
    template.style === style,
    scene !== undefined && template.scenes.includes(scene),
  ];
  return met.filter(Boolean).length;
}

/** As far as a quarter of the color wheel: black and gray are closer to each other than to any hue. */
const TO_GREY = 90;

/** Degrees between the hues of two colors. */
function colourDistance(one: string, other: string): number {
  if (one === other) return 0;
  const [a, b] = [hueOf(one), hueOf(other)];
  if (a === undefined || b === undefined) return a === b ? 1 : TO_GREY;
  const apart = Math.abs(a - b);
  return Math.min(apart, 360 - apart);
}

/** Degrees on the color wheel; undefined for black, white and gray. */
function hueOf(code: string): number | undefined {
  const channels = rgbOf(code);
  return Math.max(...channels) - Math.min(...channels) < 32 ? undefined : hslOf(code).h;
}

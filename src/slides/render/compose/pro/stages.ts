/**
 * The stages of a template in pro layout: large areas with its motif, plates for texts, numerals smaller than the titles.
 */
import { box, type Canvas, tone } from '../../canvas/canvas';
import type { Box } from '../../deck/deck';
import { page } from '../../templates/motifs';
import { bigNumber, bigTitle, chapterTitle, onPage, subtitle } from '../../templates/places';
import type { Cover, Template } from '../../templates/template';

const made = new WeakMap<Template, Template>();

/** The template with pro stages; returns the same object for the same template. */
export function proTemplate(template: Template): Template {
  const known = made.get(template);
  if (known) return known;
  const pro: Template = {
    ...template,
    cover: cover(template),
    catalogue: catalogue(template),
    chapter: chapter(template),
    ending: ending(template),
  };
  made.set(template, pro);
  return pro;
}

const sizes = [46, 44, 40, 36, 32, 28, 24] as const;

function scene(template: Template, c: Canvas, area: Box): void {
  c.rect(area, tone('deep'), { name: 'Ground' });
  template.motif(c, area);
}

function plate(template: Template, c: Canvas, where: Box): void {
  const look = { name: 'Plate', ...(template.dark ? { stroke: { tone: tone('accent'), width: 1.5 } } : {}) };
  if ('radius' in template.cards && template.cards.radius > 0)
    c.round(where, template.cards.radius * 1.5, tone('paper'), look);
  else c.rect(where, tone('paper'), look);
}

/** Templates with centered titles keep them centered. */
const isCentred = (template: Template): boolean => template.cover.title.align === 'center';

function cover(template: Template): Cover {
  const centred = isCentred(template);
  const where = centred ? box(150, 116, 660, 308) : box(48, 104, 592, 332);
  const [x, w] = [where.x + 44, where.w - 88];
  const align = centred ? 'center' : 'left';
  return {
    ground: tone('deep'),
    decorate(c) {
      template.motif(c, page);
      plate(template, c, where);
      const y = where.y + where.h - 104;
      c.rect(box(centred ? 480 - 48 : x, y, 96, 6), tone('accent'), { name: 'Bar' });
      c.rect(box(centred ? 480 + 48 : x + 96, y, 24, 6), tone('second'), { name: 'Bar' });
    },
    title: bigTitle(box(x, where.y + 32, w, where.h - 154), 'ink', { align, anchor: 'middle', sizes }),
    subtitle: subtitle(box(x, where.y + where.h - 82, w, 62), 'muted', { align }),
  };
}

const band = 184;

function catalogue(template: Template): Template['catalogue'] {
  return {
    ground: tone('paper'),
    decorate(c) {
      c.rect(box(0, 0, 960, band), tone('deep'), { name: 'Ground' });
      template.motif(c, box(400, 0, 560, band));
      c.rect(box(0, band, 960, 6), tone('accent'), { name: 'Bar' });
    },
    title: bigTitle(box(56, 36, 316, 112), template.onDeep.text, { anchor: 'middle', sizes }),
    body: box(56, band + 34, 848, 280),
    entries: 'tiles',
    surface: onPage,
  };
}

function chapter(template: Template): Template['chapter'] {
  // The motif replaces the number of the standard layout.
  const right = template.chapter.number.box.x > 480;
  const area = box(right ? 580 : 0, 0, 380, 540);
  const x = right ? 56 : 436;
  return {
    ground: tone('paper'),
    decorate(c) {
      scene(template, c, area);
      c.rect(box(right ? 572 : 380, 0, 8, 540), tone('accent'), { name: 'Bar' });
      c.rect(box(x, 362, 96, 6), tone('accent'), { name: 'Bar' });
      c.rect(box(x + 96, 362, 24, 6), tone('second'), { name: 'Bar' });
    },
    number: bigNumber(box(x, 96, 468, 64), 'accent', [40], { anchor: 'middle' }),
    title: chapterTitle(box(x, 164, 468, 182), 'ink', { anchor: 'middle' }),
    list: subtitle(box(x, 386, 468, 124), 'muted'),
  };
}

function ending(template: Template): Cover {
  const where = box(170, 140, 620, 260);
  return {
    ground: tone('deep'),
    decorate(c) {
      template.motif(c, page);
      plate(template, c, where);
      c.rect(box(420, 296, 96, 6), tone('accent'), { name: 'Bar' });
      c.rect(box(516, 296, 24, 6), tone('second'), { name: 'Bar' });
    },
    title: bigTitle(box(210, 166, 540, 116), 'ink', { align: 'center', anchor: 'middle', sizes: [60, 54, ...sizes] }),
    subtitle: subtitle(box(210, 318, 540, 64), 'muted', { align: 'center' }),
  };
}

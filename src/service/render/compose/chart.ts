/** A table of names and single numbers as bars; the highest stands out. Bars are shapes that tell their value. */
import { box, tone } from '../canvas';
import { fitTogether } from '../text/fit';
import type { Sheet } from './sheet';
import { isNumeric, type TableData } from './table';

function values(data: TableData): number[] | undefined {
  if (data.header.length !== 2 || data.rows.length < 3 || data.rows.length > 8) return undefined;
  const cells = data.rows.map((row) => row[1] ?? '');
  if (!cells.every(isNumeric)) return undefined;
  // One unit for all, otherwise lengths cannot be compared.
  const units = new Set(cells.map((cell) => cell.replace(/[\d.,\s]/g, '')));
  const numbers = cells.map((cell) => Number.parseFloat(cell.replace(/[^\d.]/g, '')));
  const drawable = units.size === 1 && !/[-−–]/.test(cells.join('')) && numbers.every((each) => each > 0);
  return drawable ? numbers : undefined;
}

/** Answers whether the table is one of bars and fits. */
export function chart(sheet: Sheet, data: TableData): boolean {
  const numbers = values(data);
  if (!numbers) return false;
  const { body, canvas, surface, type } = sheet;
  const labelWidth = body.w * 0.28;
  const valueWidth = 110;
  const track = body.w - labelWidth - valueWidth - 32;
  const caption = 34;
  const h = Math.min((body.h - caption) / numbers.length, 72);
  const fit = fitTogether(
    type,
    [20, 18, 17, 16, 15, 14],
    data.rows.map((row) => ({
      w: labelWidth,
      h: h - 8,
      text: (size: number) => [
        { text: row[0] ?? '', font: 'body' as const, size, bold: true, tone: tone(surface.text), leading: 1.2 },
      ],
    })),
  );
  if (!fit.fits) return false;
  const most = Math.max(...numbers);
  const top = body.y + (body.h - caption - h * numbers.length) * 0.3;
  const unit = data.header.filter(Boolean).join(' · ');
  canvas.text(
    box(body.x, top, body.w, caption),
    { text: unit, font: 'body', size: 14, tone: tone(surface.quiet) },
    { name: 'Caption' },
  );
  const radius = sheet.radius > 0 ? 6 : 0;
  data.rows.forEach((row, index) => {
    const y = top + caption + index * h;
    const best = numbers[index] === most;
    canvas.place(box(body.x, y + 4, labelWidth, h - 8), fit.measured[index]!, { name: 'Label', anchor: 'middle' });
    const thickness = Math.min(h * 0.56, 34);
    const bar = box(
      body.x + labelWidth + 16,
      y + (h - thickness) / 2,
      Math.max(4, (track * numbers[index]!) / most),
      thickness,
    );
    const look = { name: 'Bar', alt: `${row[0]}: ${row[1]}` };
    const fill = tone(best ? 'accent' : 'line');
    if (radius > 0) canvas.round(bar, radius, fill, look);
    else canvas.rect(bar, fill, look);
    canvas.text(
      box(bar.x + bar.w + 12, y + 4, valueWidth, h - 8),
      { text: row[1] ?? '', font: 'figure', size: 20, bold: true, tone: tone(best ? surface.accent : surface.text) },
      { name: 'Value', anchor: 'middle' },
    );
  });
  return true;
}

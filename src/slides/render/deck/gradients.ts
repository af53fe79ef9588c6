/** The geometry of gradients and shadows, shared by all drawn formats. */
import type { Box, Gradient } from './deck';

/** Ends of the line between the two stops, which extends to the corners of the box. */
export function gradientLine(where: Box, gradient: Gradient): { x1: number; y1: number; x2: number; y2: number } {
  const angle = (gradient.angle * Math.PI) / 180;
  const dx = Math.cos(angle);
  const dy = Math.sin(angle);
  const half = (Math.abs(where.w * dx) + Math.abs(where.h * dy)) / 2;
  const x = where.x + where.w / 2;
  const y = where.y + where.h / 2;
  return { x1: x - dx * half, y1: y - dy * half, x2: x + dx * half, y2: y + dy * half };
}

const steps = 10;
const spread = 10;
const drop = 4;

/** Stacked translucent rounded rectangles look like a soft shadow at a tenth of the cost of a blur. */
export function shadowBoxes(where: Box, radius: number): { box: Box; radius: number; alpha: number }[] {
  return Array.from({ length: steps }, (_, index) => {
    const grow = spread * (1 - index / steps) - 2;
    return {
      box: { x: where.x - grow, y: where.y - grow + drop, w: where.w + 2 * grow, h: where.h + 2 * grow },
      radius: Math.max(2, radius + grow),
      alpha: 0.012,
    };
  });
}

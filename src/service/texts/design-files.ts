import type { Outline } from '../../outline/outline';
import { fencedOutline } from '../../outline/outline-markdown';
import { toTree } from '../../outline/outline-tree';
import type { BrandLook } from '../../slides/brand';
import { templateById } from '../../slides/render';

/** Pixel size of the canvas and of the cover image. */
export const CANVAS = { width: 960, height: 540 } as const;

interface DeckToWrite {
  taskId: number;
  name: string;
  templateId: number;
  content: Outline;
  /** Of a template from a PowerPoint file. */
  look?: BrandLook;
}

/** The two data files of a design and the deck that it keeps, all as JSON. */
interface DesignFiles {
  /** The data that an editor needs to draw the deck: size, template, and the tree with all text. */
  canvas: string;
  /** The source and result of the generation. */
  data: string;
  content: string;
}

export function writeDesignFiles({ taskId, name, templateId, content, look }: DeckToWrite): DesignFiles {
  const { name: templateName, palette, fonts } = look ?? templateById(templateId);
  const { title, language } = content;
  return {
    canvas: JSON.stringify({
      name,
      ...CANVAS,
      suit: { id: templateId, name: templateName, palette, fonts },
      tree: toTree(content, taskId),
    }),
    data: JSON.stringify({ task_id: taskId, title, language, content: fencedOutline(content) }),
    content: JSON.stringify(content),
  };
}

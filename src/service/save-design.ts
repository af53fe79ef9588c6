import { arrangementOf } from './domain/layout';
import type { Outline } from './domain/outline';
import { toTree } from './domain/outline-tree';
import { newFileKey } from './files/keys';
import { fenced } from './generate';
import { suitById } from './render/suits';
import type { Services } from './services';
import { insertDesign } from './store/designs';
import type { NewFile } from './store/files';
import type { DesignRow } from './store/schema';
import { ownerOfUser } from './threads/owner';

/** Pixels of the canvas and of the cover picture. */
const CANVAS = { width: 960, height: 540 } as const;

export interface DesignToSave {
  userId: number;
  taskId: number;
  name: string;
  suitId: number;
  layoutType: number | undefined;
  /** Of pro layout alone. */
  layoutTaskId: number | undefined;
  /** The deck with its text; the design keeps it, whatever becomes of the task. */
  content: Outline;
}

/**
 * Saves a design: first its files, then one transaction with the design and their rows, so that a design is never seen
 * without its files. A crash in between leaves files that nothing refers to, and no design.
 */
export async function saveNewDesign(
  { db, files, renderer, profile, now }: Pick<Services, 'db' | 'files' | 'renderer' | 'profile' | 'now'>,
  design: DesignToSave,
): Promise<DesignRow> {
  const { content, suitId } = design;
  const time = now();
  const rows: NewFile[] = [];
  const store = async (name: string, mediaType: string, bytes: Buffer): Promise<string> => {
    const key = newFileKey();
    await files.write(key, bytes);
    rows.push({
      file_key: key,
      user_id: design.userId,
      export_key: null,
      position: 0,
      name,
      media_type: mediaType,
      size: bytes.length,
      created_at: time,
    });
    return key;
  };
  const layout = arrangementOf(profile, { layout_type: design.layoutType ?? null });
  const coverFile = await store(
    'cover.png',
    'image/png',
    await renderer.cover({ owner: ownerOfUser(design.userId) }, { outline: content, suitId, layout }),
  );
  const canvasFile = await store('canvas.json', 'application/json', json(canvasOf(design)));
  const dataFile = await store('data.json', 'application/json', json(generationDataOf(design)));
  return insertDesign(
    db,
    {
      user_id: design.userId,
      task_id: design.taskId,
      name: design.name,
      suit_id: suitId,
      layout_type: design.layoutType ?? null,
      layout_task_id: design.layoutTaskId ?? null,
      ...CANVAS,
      version: 1,
      content: JSON.stringify(content),
      cover_file: coverFile,
      canvas_file: canvasFile,
      data_file: dataFile,
      storage_time: time,
      created_at: time,
      updated_at: time,
      deleted_at: null,
    },
    rows,
  );
}

/** What an editor needs to draw the deck: its size, its suit, its tree with all text. */
function canvasOf({ name, content, suitId }: DesignToSave) {
  const { id, name: suitName, palette, fonts } = suitById(suitId);
  return { name, ...CANVAS, suit: { id, name: suitName, palette, fonts }, tree: toTree(content) };
}

/** What the deck was generated from and to. */
function generationDataOf({ taskId, content }: DesignToSave) {
  return { task_id: taskId, title: content.title, language: content.language, content: fenced(content) };
}

function json(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

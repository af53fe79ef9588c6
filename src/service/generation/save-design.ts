import type { Outline } from '../../outline/outline';
import { outlineSize } from '../../outline/outline-limits';
import { brandOf } from '../context/brand';
import { ownerOfUser } from '../context/caller';
import type { Services } from '../context/services';
import { arrangementOf } from '../domain/layout';
import { newFileKey } from '../files/keys';
import { insertDesign } from '../store/designs';
import type { NewFile } from '../store/files';
import type { DesignRow } from '../store/schema';
import { CANVAS } from '../texts/design-files';

interface DesignToSave {
  userId: number;
  taskId: number;
  name: string;
  templateId: number;
  layoutType: number | undefined;
  /** Only for pro layout. */
  layoutTaskId: number | undefined;
  /** The deck with its text. The design keeps a copy, independent of later changes to the task. */
  content: Outline;
}

/**
 * Saves a design: first its files, then one transaction with the design and the file rows, so that a design is never
 * visible without its files. A crash in between leaves only unreferenced files.
 */
export async function saveNewDesign(
  {
    db,
    files,
    renderer,
    texts,
    profile,
    now,
  }: Pick<Services, 'db' | 'files' | 'renderer' | 'texts' | 'profile' | 'now'>,
  design: DesignToSave,
): Promise<DesignRow> {
  const { content, templateId } = design;
  const caller = { owner: await ownerOfUser(db, design.userId), since: performance.now() };
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
  const brand = await brandOf({ db, files }, templateId);
  const layout = arrangementOf(profile, { layout_type: design.layoutType ?? null });
  const coverFile = await store(
    'cover.png',
    'image/png',
    await renderer.cover(caller, { outline: content, templateId, layout, ...(brand ? { brand } : {}) }),
  );
  const written = await texts.read(
    'designFiles',
    caller,
    { ...deckToWrite(design), ...(brand ? { look: brand.look } : {}) },
    outlineSize(content),
  );
  const canvasFile = await store('canvas.json', 'application/json', Buffer.from(written.canvas));
  const dataFile = await store('data.json', 'application/json', Buffer.from(written.data));
  return insertDesign(
    db,
    {
      user_id: design.userId,
      task_id: design.taskId,
      name: design.name,
      suit_id: templateId,
      layout_type: design.layoutType ?? null,
      layout_task_id: design.layoutTaskId ?? null,
      ...CANVAS,
      version: 1,
      content: written.content,
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

/** The fields that the worker thread needs to write the files. */
const deckToWrite = ({ taskId, name, templateId, content }: DesignToSave) => ({ taskId, name, templateId, content });

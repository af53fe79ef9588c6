import { workClock } from '../../base/io/work-clock';
import type { PictureFile } from '../render/deck/pictures';
import type { DrawnPicture } from './drawings';
import { PICTURE_LIMITS, pictureFile, pictureName, refusalOf } from './picture-file';
import type { WordLimits } from './word-limits';
import { checkedDirectory, inflated, type WordParts } from './word-package';
import { named, textOf } from './word-parts';
import { scanXml } from './xml-scan';
import { storedBytes, type ZipEntry } from './zip-directory';

/** An image that a slide can show. */
export interface UsablePicture {
  hash: string;
  alt: string;
}

const RELATIONS = /(?:^|\/)_rels\/document\d*\.xml\.rels$/i;

/** The images in a package, by the relationships of its text. */
export class WordMedia {
  /** Ids of the relationships to images in the package. */
  readonly relations = new Set<string>();
  private readonly entries = new Map<string, ZipEntry>();

  constructor(
    private readonly bytes: Uint8Array,
    parts: WordParts,
    limits: WordLimits,
  ) {
    const part = named(parts, RELATIONS);
    if (part === undefined) return;
    const byName = new Map(checkedDirectory(bytes, limits).map((entry) => [entry.name, entry]));
    const folder = part.replace(/_rels\/[^/]*$/, '');
    scanXml(textOf(parts, part), {
      open: (name, attribute) => {
        const [id, target] = [attribute('Id'), attribute('Target')];
        if (name !== 'Relationship' || id === undefined || target === undefined) return;
        if (!attribute('Type')?.endsWith('/image') || attribute('TargetMode') === 'External') return;
        this.relations.add(id);
        const entry = byName.get(pathOf(folder, target));
        if (entry) this.entries.set(id, entry);
      },
    });
  }

  /** The bytes of an image; undefined if the package does not have it, or it is too large or damaged. */
  bytesOf(relation: string | undefined): Uint8Array | undefined {
    const entry = relation === undefined ? undefined : this.entries.get(relation);
    if (entry === undefined || entry.size > PICTURE_LIMITS.bytes) return undefined;
    try {
      return inflated(storedBytes(this.bytes, entry), entry, PICTURE_LIMITS.bytes);
    } catch {
      return undefined;
    }
  }

  /** Why an image is not shown; undefined if it can be. */
  async refusal({ relation, isSmall }: DrawnPicture): Promise<string | undefined> {
    if (relation === undefined) return 'it is not in the document';
    if (isSmall) return 'it is shown as small as an icon';
    const size = this.entries.get(relation)?.size ?? 0;
    if (size > PICTURE_LIMITS.bytes) return `it is larger than ${PICTURE_LIMITS.bytes / 1024 / 1024} MB`;
    const bytes = this.bytesOf(relation);
    return bytes === undefined ? 'it is damaged' : await refusalOf(bytes);
  }
}

/** Real time against work, because the library knows real time only. */
const SLOWEST = 5;

/** One that is damaged, or takes far longer than the rest of the time, is left out. */
async function made(bytes: Uint8Array, { crop }: DrawnPicture, left: number): Promise<PictureFile | undefined> {
  const seconds = SLOWEST * Math.max(1, Math.ceil(left / 1000));
  return pictureFile(bytes, { crop, seconds }).catch(() => undefined);
}

/** Joined and without `.` and `..`, as the names in a package are. It only finds names that the package has. */
function pathOf(folder: string, target: string): string {
  const path: string[] = [];
  for (const step of (target.startsWith('/') ? target : folder + target).split('/')) {
    if (step === '..') path.pop();
    else if (step !== '' && step !== '.') path.push(step);
  }
  return path.join('/');
}

/**
 * Makes the files of the images that a document shows. One that cannot be used is undefined in the list and never an
 * error.
 * @param now milliseconds of a clock of work
 */
export async function usablePictures(
  media: WordMedia,
  drawn: readonly DrawnPicture[],
  { count, now = workClock() }: { count: number; now?: () => number },
): Promise<{ usable: (UsablePicture | undefined)[]; files: Map<string, PictureFile> }> {
  const files = new Map<string, PictureFile>();
  const end = now() + PICTURE_LIMITS.milliseconds;
  let kept = 0;
  const usable: (UsablePicture | undefined)[] = [];
  for (const picture of drawn) {
    const isOpen = files.size < count && kept < PICTURE_LIMITS.keptBytes && now() < end;
    const bytes = isOpen && (await media.refusal(picture)) === undefined ? media.bytesOf(picture.relation) : undefined;
    const hash = bytes && pictureName(bytes, picture.crop);
    const file = hash && (files.get(hash) ?? (await made(bytes, picture, end - now())));
    usable.push(hash && file ? { hash, alt: picture.alt } : undefined);
    if (!hash || !file || files.has(hash)) continue;
    files.set(hash, file);
    kept += file.bytes.length;
  }
  return { usable, files };
}

import type { LeftOut } from '../../outline/left-out';
import { linkTarget } from '../../outline/links';
import { plainWords } from '../../outline/markdown-left-out';
import { SUB_LEVEL } from '../../outline/outline';
import type { DrawnPicture } from './drawings';
import { pictureName } from './picture-file';
import { wordInventory } from './word-inventory';
import { WORD_LIMITS } from './word-limits';
import { WordMedia } from './word-media';
import { openWordPackage } from './word-package';
import { documentStyles } from './word-styles';

/** Also read here, because they can contain text that the import ignores. */
const MARGINS = /(?:^|\/)(?:header|footer)\d*\.xml$/i;
/** A number or bullet before a passage, which the deck may drop or count itself. */
const MARK =
  /^(?:(?:chapter|section|part)\s+)?[\d.()（）、]+\s*|^第[一二三四五六七八九十\d]+[章节篇部编条]\s*|^[•●▪◦·‣∙■□◆➢✓–—-]\s*/iu;
/** How the deck counts or emphasizes a point, between its title and its text. */
const POINT_NOTE = /^<!-- (?:number|mark): [a-z\d]+ -->$/gm;

/**
 * Compares a document with the deck's text and returns every part of the document that the text lacks. It needs only
 * the two, so it also works if another service has imported the document.
 * @param markdown outline and content of the deck
 * @param whyWithout the reason why an image is left out that the deck could show, by its hash
 * @throws ImportError if the document cannot be read
 */
export async function leftOutOf(
  bytes: Uint8Array,
  markdown: string,
  whyWithout: (hash: string) => string | undefined = () => undefined,
): Promise<LeftOut[]> {
  const parts = openWordPackage(bytes, WORD_LIMITS, MARGINS);
  const { parts: all, drawn } = wordInventory(parts, await documentStyles(parts));
  const deck = new DeckText(markdown);
  const media = new WordMedia(bytes, parts, WORD_LIMITS);
  const missing: LeftOut[] = [];
  for (const part of all) {
    const picture = drawn.get(part);
    const hash = picture && hashOf(picture, media);
    if (picture ? deck.shows(hash) : isShown(part, deck)) continue;
    const refusal = picture && missing.length < MOST_REASONS ? await media.refusal(picture) : undefined;
    const reason = refusal ?? (hash && whyWithout(hash));
    if (part.kind === 'text') missing.push(missingOf(part, deck));
    else missing.push(reason === undefined ? part : { ...part, reason });
  }
  return missing;
}

/** Finding out why takes time, and a longer list does not say it. */
const MOST_REASONS = 20;

function hashOf({ relation, crop }: DrawnPicture, media: WordMedia): string | undefined {
  const bytes = media.bytesOf(relation);
  return bytes && pictureName(bytes, crop);
}

/** A passage is named by its first sentence that the deck lacks. */
function missingOf(part: LeftOut, deck: DeckText): LeftOut {
  const missing = sentencesOf(part.text ?? '').find((sentence) => !deck.has(sentence));
  return missing === undefined ? part : { ...part, text: missing };
}

function isShown({ kind, text = '' }: LeftOut, deck: DeckText): boolean {
  switch (kind) {
    case 'text':
      return deck.has(text) || deck.has(text.replace(MARK, '')) || sentencesOf(text).every((part) => deck.has(part));
    case 'link':
      return deck.linksTo(text);
    case 'nesting':
      return deck.includes(`${SUB_LEVEL}${text}`);
    case 'footnote':
    case 'endnote':
    case 'formula':
    case 'text box':
    case 'header':
      return deck.has(text);
    default:
      return false;
  }
}

function sentencesOf(text: string): string[] {
  const parts = text.split(/(?<=[.!?;])\s+|(?<=[。！？；])/u).filter((part) => part !== '');
  return parts.length > 1 ? parts : [text];
}

const PICTURE = /\]\(picture:([\da-f]{64})[) \t]/gi;
const LINK = /\[([^[\]]*)\]\(((?:https?:|mailto:)[^()\s]*)\)/g;

/** The letters and digits of a deck's text. Parts of a document usually follow in the same order. */
class DeckText {
  private readonly words: string;
  private readonly raw: string;
  private readonly targets: ReadonlySet<string>;
  private readonly pictures: ReadonlySet<string>;
  private next = 0;

  constructor(markdown: string) {
    const text = markdown.replace(LINK, '$1').replace(POINT_NOTE, '');
    this.words = plainWords(text);
    this.raw = text.replaceAll('\\', '');
    this.pictures = new Set([...markdown.matchAll(PICTURE)].map(([, hash]) => hash!.toLowerCase()));
    this.targets = new Set([...markdown.matchAll(LINK)].map(([, , target]) => target!));
  }

  has(text: string): boolean {
    const wanted = plainWords(text);
    if (wanted === '') return text.trim() === '' || this.raw.includes(text.trim());
    const ahead = this.words.indexOf(wanted, this.next);
    if (ahead !== -1) {
      this.next = ahead;
      return true;
    }
    return this.words.indexOf(wanted) !== -1;
  }

  linksTo(target: string): boolean {
    return this.targets.has(linkTarget(target) ?? target) || this.includes(target);
  }

  /** Whether the deck has an image. */
  shows(hash: string | undefined): boolean {
    return hash !== undefined && this.pictures.has(hash);
  }

  /** Whether the text has exactly these characters. */
  includes(text: string): boolean {
    return this.raw.includes(text.replaceAll('\\', ''));
  }
}

import type { Language } from '../../outline/outline';
import { cleanText, detectLanguage, OUTLINE_LIMITS } from '../../outline/outline-limits';
import { chosenLanguage } from '../options';
import type { GenerationOptions } from '../writer';
import { type Field, recogniseFields, recogniseKind } from './kind';
import { type LanguagePack, languagePack, type Scene, type Tone } from './language-pack';
import type { Kind } from './seeds';
import { englishTopic } from './topic-en';
import { chineseTopic } from './topic-zh';

/** The interpretation of a title and its options. */
export interface Brief {
  kind: Kind;
  language: Language;
  pack: LanguagePack;
  tone: Tone;
  scene?: Scene;
  fields: Field[];
  /** Slot values, formatted for use inside a sentence. */
  slots: Slots;
}

export type Slots = Readonly<Record<string, string>>;

/** A longer text would turn a remark into a heading. */
const LONGEST_OPTION = 40;
/** Number of characters of a title or option that are read; the patterns of `topic-en.ts` and `kind.ts` rely on it. */
const LONGEST_READ = OUTLINE_LIMITS.heading;

export function readBrief(whole: string, options: GenerationOptions): Brief {
  const title = whole.slice(0, LONGEST_READ);
  const language = chosenLanguage(title, options);
  const pack = languagePack(language);
  const scene = (options.scene ?? '').trim().slice(0, LONGEST_READ);
  const ofTitle = recogniseKind(title);
  const kind = ofTitle === 'generic' ? recogniseKind(scene) : ofTitle;
  const found: { topic?: string; audience?: string } =
    detectLanguage(title) === 'zh' ? chineseTopic(title) : englishTopic(title);
  const audience = shortened(options.audience) ?? found.audience;
  const recognisedScene = recogniseScene(scene);
  return {
    kind,
    language,
    pack,
    fields: recogniseFields(`${title} ${audience ?? ''}`),
    tone: recogniseTone(options.tone ?? ''),
    ...(recognisedScene === undefined ? {} : { scene: recognisedScene }),
    slots: {
      topic: topicFor(kind, found.topic) ?? pack.fallbackTopic[kind],
      ...(audience === undefined ? {} : { audience: lowerFirst(audience) }),
      scene: shortened(scene) ?? '',
    },
  };
}

/** A proposal for a customer is about the work for the customer, not about the customer. */
function topicFor(kind: Kind, topic: string | undefined): string | undefined {
  const isName = topic !== undefined && /^\p{Lu}\p{Ll}+(?: \p{Lu}[\p{L}.]*)*$/u.test(topic);
  return kind === 'proposal' && isName ? `the work for ${topic}` : topic;
}

/** Fills the slots; a capitalized slot starts the sentence. */
export function fill(text: string, slots: Slots): string {
  const filled = text.replace(/\{(\w)(\w*)\}/g, (slot, first: string, rest: string) => {
    const value = slots[first.toLowerCase() + rest];
    if (value === undefined) return slot;
    return first === first.toLowerCase() ? value : value.charAt(0).toUpperCase() + value.slice(1);
  });
  return spaced(filled);
}

/** Inserts a space where a slot has joined a hanzi and a Latin word or number. */
function spaced(text: string): string {
  return text.replace(/(\p{Script=Han})([A-Za-z])/gu, '$1 $2').replace(/([A-Za-z])(\p{Script=Han})/gu, '$1 $2');
}

function shortened(text: string | undefined): string | undefined {
  const words = cleanText(text ?? '').replace(/\s+/g, ' ');
  return words === '' ? undefined : Array.from(words).slice(0, LONGEST_OPTION).join('').trim();
}

function lowerFirst(text: string): string {
  return /^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

function recogniseTone(tone: string): Tone {
  if (/humou?r|funny|witty|playful|幽默|诙谐|风趣/i.test(tone)) return 'humorous';
  if (/friend|casual|relaxed|warm|lively|informal|亲切|轻松|活泼|友好|亲和|通俗/i.test(tone)) return 'friendly';
  if (/inspir|passion|enthus|motivat|energetic|bold|激情|热情|鼓舞|激励|感染/i.test(tone)) return 'inspiring';
  if (/formal|academic|serious|official|authorit|正式|严肃|学术|庄重|权威|严谨/i.test(tone)) return 'formal';
  return 'neutral';
}

function recogniseScene(scene: string): Scene | undefined {
  if (scene === '' || /^(general|default|any|通用|默认|不限)/i.test(scene)) return undefined;
  if (/teach|lesson|class|course|school|train|lectur|教学|课|培训|学校/i.test(scene)) return 'teaching';
  if (/report|review|summary|status|汇报|总结|述职|报告/i.test(scene)) return 'reporting';
  if (/speech|talk|keynote|conference|ceremony|演讲|致辞|发言|大会/i.test(scene)) return 'speech';
  if (/sales|sell|marketing|pitch|customer|client|销售|营销|推广|客户|路演|招商/i.test(scene)) return 'sales';
  if (/meeting|workshop|team|会议|例会|讨论/i.test(scene)) return 'meeting';
  return 'other';
}

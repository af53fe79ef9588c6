import { type Brief, fill, type Slots } from './brief';
import { sentenceCase, trimMarks } from './topic-en';

/** Maximum length of a point that is built into a sentence; of a longer one, the first words are quoted. */
const LONGEST_POINT = 60;

const ENGLISH_CLAUSE =
  /[.!?;:]|^(?:why|how|what|when|where|who|which|is|are|do|does|did|can|should|will|would|we|you|they|it|i|if|there|let|make|build|keep|start|stop|ask|use|set|get|give|take|find|hire|train|reduce|increase|improve|avoid|create|develop|define|choose|check|show|tell|think|try|write|read|listen|share|learn|understand|remember|don.t|never|always|be|have|go|open|close|move|buy|sell|send|bring|offer|measure|introduce|add|remove|reach|grow|save|cut|work|talk|invite|explain|prepare|decide|follow|focus|plan to)\b|\b(?:is|are|was|were|will|must|should|can|cannot|we|you|they|has|have|does|do|not|to)\b/i;
const CHINESE_CLAUSE =
  /[，。！？；：,.!?;:]|吗|呢|什么|怎么|为何|如何|谁|^(?:要|应|请|让|把|不|可以|必须|我们|你|他|她|它)|是|了$/;

/** Provides the sentences of one deck, each of them once. */
export class SentenceSource {
  private readonly used = new Set<string>();
  private next = 0;
  private numbered = 0;

  constructor(private readonly brief: Brief) {}

  markUsed(sentences: readonly string[]): void {
    for (const sentence of sentences) this.used.add(sentence);
  }

  /** Returns the unused sentences, or undefined if none is left. */
  unused(sentences: readonly string[]): string[] | undefined {
    const fresh = sentences.filter((sentence) => !this.used.has(sentence));
    this.markUsed(fresh);
    return fresh.length > 0 ? fresh : undefined;
  }

  /** Returns one or two sentences about a point that a person wrote. */
  about(slots: Slots): string[] {
    const { points } = this.brief.pack;
    const point = slots.point ?? '';
    const named = this.isName(point);
    const texts = named ? points.named : points.quoted;
    const values = {
      ...slots,
      point: named ? this.insideSentence(point) : quotable(point),
      page: quotable(slots.page ?? ''),
    };
    const first = this.rotate(texts.map((text) => fill(text, values)));
    if (first === undefined) {
      this.numbered += 1;
      const sentence = fill(points.numbered, { ...values, point: quotable(point), n: String(this.numbered) });
      this.markUsed([sentence]);
      return [sentence];
    }
    const theme =
      points.themes.find(({ about }) => about.test(point)) ??
      points.themes.find(({ about }) => about.test(slots.page ?? ''));
    const second = theme?.sentences.find((sentence) => !this.used.has(sentence));
    if (second === undefined) return [first];
    this.markUsed([second]);
    return [first, second];
  }

  /** Rotates the texts, so that neighboring points do not start alike. */
  private rotate(texts: readonly string[]): string | undefined {
    for (let tries = 0; tries < texts.length; tries += 1) {
      const text = texts[this.next % texts.length]!;
      this.next += 1;
      if (!this.used.has(text)) {
        this.used.add(text);
        return text;
      }
    }
    return undefined;
  }

  private isName(point: string): boolean {
    if (point.length > LONGEST_POINT || point.length < 2 || /["“”{}]/.test(point)) return false;
    if (this.brief.language === 'zh') return !CHINESE_CLAUSE.test(point) && point.length <= 20;
    return !ENGLISH_CLAUSE.test(point) && standsAlone(point);
  }

  /** Removes numbering and, in English, a capital letter that is only due to the heading. */
  private insideSentence(point: string): string {
    const name = point.replace(/^(?:\d{1,2}(?:\.\d{1,2})*[.、)]?|[一二三四五六七八九十]+、)\s*/, '').trim() || point;
    if (this.brief.language === 'zh') return name;
    const words = sentenceCase(trimMarks(name) || name);
    // In a sentence-case heading, the first word is capitalized only because of its position, unless it looks like a
    // name.
    return /^\p{Lu}\p{Ll}+ \p{Ll}/u.test(words) ? words.charAt(0).toLowerCase() + words.slice(1) : words;
  }
}

/** Whether an English name needs no article: it has one, is plural or names an activity ("Costs of the move"). */
function standsAlone(name: string): boolean {
  const head = name.split(/ (?:of|for|in|on|at|with|about|from|and|by) /)[0] ?? name;
  return (
    /^(?:the|an?|our|your|their|its|my|this|these|those|some|all|more|less)\s/i.test(name) ||
    /(?:[^s]s|ing)$/i.test(head)
  );
}

/** Prepares a text for quotation marks. */
function quotable(text: string): string {
  const plain = text.replace(/["“”]/g, '').replace(/[.。]$/, '');
  const letters = Array.from(plain);
  return letters.length <= LONGEST_POINT
    ? plain
    : `${letters
        .slice(0, LONGEST_POINT - 1)
        .join('')
        .trimEnd()}…`;
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../base/io/package-root';
import type { Language } from '../../../outline/outline';
import { cleanText } from '../../../outline/outline-limits';
import type { GenerationOptions } from '../writer';

/** The prompts are files, so that operators can read and change them without changing code. */
const FOLDER = join(packageRoot, 'src/service/writer/openai/prompts');
const NAMES = [
  'system',
  'language-en',
  'language-zh',
  'outline',
  'outline-repair',
  'content',
  'content-repair',
] as const;
type PromptName = (typeof NAMES)[number];

const LONGEST_WISH = 200;

export interface Prompts {
  /** Returns the prompt with its `{{slots}}` filled. */
  text(name: PromptName, slots?: Record<string, string>): string;
  system(language: Language): string;
  /** All texts, with empty slots. */
  readonly own: string;
}

/** @throws Error that names the file when a prompt is missing or a slot has no value. */
export function loadPrompts(folder: string = FOLDER): Prompts {
  const files = new Map(NAMES.map((name) => [name, readFileSync(join(folder, `${name}.md`), 'utf8').trim()]));
  const text: Prompts['text'] = (name, slots = {}) =>
    // Replaced in a single pass, because a slot's value may itself look like a slot.
    files.get(name)!.replace(/\{\{(\w+)\}\}/g, (_, slot: string) => {
      const value = slots[slot];
      if (value === undefined) throw new Error(`prompt ${name}.md: the slot {{${slot}}} has no value`);
      return value;
    });
  const own = [...files.values()].join('\n').replace(/\{\{\w+\}\}/g, '\n');
  return { text, own, system: (language) => text('system', { language: text(`language-${language}`) }) };
}

/** The user's options, one per line. */
export function wishes({ audience, scene, tone, brief = {} }: GenerationOptions, comment?: string): string {
  const lines: [string, string | undefined][] = [
    ['Kind of presentation', brief.kind],
    ['Audience', brief.audience ?? audience],
    ['The audience should remember', brief.remember?.map((each) => JSON.stringify(cleanText(each))).join(', ')],
    ['Occasion', scene],
    ['Tone', tone],
    ['The reviewer of the last version asks', comment],
  ];
  return lines
    .map(([name, value]) => [name, cleanText(value ?? '').slice(0, name.startsWith('The') ? 1000 : LONGEST_WISH)])
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}

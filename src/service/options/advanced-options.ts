import { z } from 'zod';
import type { SeniorOptions } from '../../contract/generation';
import { given } from '../../core/given';
import type { Brief } from '../../frames/frame';
import { KINDS } from '../../frames/kinds';
import type { Language } from '../../outline/outline';
import type { GenerationOptions } from '../writer/writer';
import { groupOf, OPTION_GROUPS } from './option-tree';

/** The id of an option, or the answers of a person as JSON. */
export type TaskOption = number | string;

const briefShape = z.object({
  kind: z.enum(KINDS).optional(),
  audience: z.string().max(200).optional(),
  remember: z.array(z.string().max(120)).max(3).optional(),
});

/** A node of the tree in its wire format: `Advanced option node` of the specification. */
export interface AdvancedOptionNode {
  id: number;
  parent_id: number;
  name: string;
  key: string;
  is_default: number;
  is_c?: number;
  is_beta: number;
  children: AdvancedOptionNode[] | null;
}

/** The five groups with their options. */
export function advancedOptionTree(): AdvancedOptionNode[] {
  return OPTION_GROUPS.map((group) => ({
    id: group.id,
    parent_id: 0,
    name: group.name,
    key: group.key,
    is_default: 0,
    ...(group.key === 'page' ? { is_c: 0 } : {}),
    is_beta: 0,
    children: group.options.map((option) => ({
      id: option.id,
      parent_id: group.id,
      name: option.name,
      key: '',
      is_default: option.id === group.isDefault ? 1 : 0,
      is_beta: 0,
      children: null,
    })),
  }));
}

/**
 * Filters the ids that a client sent, in order. Unknown ids are ignored: clients hard-code ids, and a deck without one
 * of its options is better than a refusal.
 */
export function chosenOptions(options: SeniorOptions | undefined): TaskOption[] {
  const brief = options === undefined || Array.isArray(options) ? undefined : options.brief;
  const told = typeof brief === 'string' && briefIn(brief) !== undefined ? [brief] : [];
  const entries: [string | undefined, number | string][] = Array.isArray(options)
    ? options.map((id) => [undefined, id])
    : Object.entries(options ?? {}).flatMap(([key, ids]) =>
        [ids].flat().map((id): [string, number | string] => [key, id]),
      );
  const ids = entries.flatMap(([key, sent]) => {
    const id = typeof sent === 'string' && /^\d{1,9}$/.test(sent) ? Number(sent) : sent;
    const group = typeof id === 'number' ? groupOf(id) : undefined;
    return group && (key === undefined || group.key === key) ? (id as number) : [];
  });
  return [...ids, ...told];
}

/** What a person answered about the deck; undefined if it is something else. */
function briefIn(text: TaskOption): Brief | undefined {
  try {
    return given(briefShape.parse(JSON.parse(String(text))));
  } catch {
    return undefined;
  }
}

/** The effect of the chosen options on the writer. Of several options in one group, the last counts. */
export function generationOptions(chosen: readonly TaskOption[], titleLanguage: Language): GenerationOptions {
  // Choosing the default after another option resets the group.
  const last = OPTION_GROUPS.flatMap(({ options }) => {
    const id = chosen.findLast((each) => options.some((option) => option.id === each));
    return options.find((option) => option.id === id)?.effect ?? [];
  });
  const { language } = last.find((effect) => effect.language !== undefined) ?? {};
  const brief = chosen
    .filter((each) => typeof each === 'string')
    .map(briefIn)
    .at(-1);
  const result: GenerationOptions = given({ language, brief });
  for (const { pages, ...words } of last) {
    if (pages !== undefined) result.pages = pages;
    for (const name of ['audience', 'scene', 'tone'] as const) {
      const value = words[name];
      if (value) result[name] = value[language ?? titleLanguage];
    }
  }
  return result;
}

import type { SeniorOptions } from '../../contract/generation';
import type { Language } from '../../outline/outline';
import type { GenerationOptions } from '../writer/writer';
import { groupOf, OPTION_GROUPS } from './option-tree';

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
export function chosenOptions(options: SeniorOptions | undefined): number[] {
  const entries: [string | undefined, number | string][] = Array.isArray(options)
    ? options.map((id) => [undefined, id])
    : Object.entries(options ?? {}).flatMap(([key, ids]) =>
        [ids].flat().map((id): [string, number | string] => [key, id]),
      );
  return entries.flatMap(([key, sent]) => {
    const id = typeof sent === 'string' && /^\d{1,9}$/.test(sent) ? Number(sent) : sent;
    const group = typeof id === 'number' ? groupOf(id) : undefined;
    return group && (key === undefined || group.key === key) ? (id as number) : [];
  });
}

/** The effect of the chosen options on the writer. Of several options in one group, the last counts. */
export function generationOptions(chosen: readonly number[], titleLanguage: Language): GenerationOptions {
  // Choosing the default after another option resets the group.
  const last = OPTION_GROUPS.flatMap(({ options }) => {
    const id = chosen.findLast((each) => options.some((option) => option.id === each));
    return options.find((option) => option.id === id)?.effect ?? [];
  });
  const { language } = last.find((effect) => effect.language !== undefined) ?? {};
  const result: GenerationOptions = language === undefined ? {} : { language };
  for (const { pages, ...words } of last) {
    if (pages !== undefined) result.pages = pages;
    for (const name of ['audience', 'scene', 'tone'] as const) {
      const value = words[name];
      if (value) result[name] = value[language ?? titleLanguage];
    }
  }
  return result;
}

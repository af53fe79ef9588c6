import { invalid } from '../domain/errors';
import type { Language } from '../domain/outline';
import type { GenerationOptions } from '../generation/writer';
import { OPTION_GROUPS } from './option-tree';

/** A node of the tree as it travels: `Advanced option node` of the specification. */
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
    children: group.options.map((option, at) => ({
      id: option.id,
      parent_id: group.id,
      name: option.name,
      key: '',
      is_default: at === 0 ? 1 : 0,
      is_beta: 0,
      children: null,
    })),
  }));
}

/** `senior_options` as clients send them: ids by group key, or a plain list of ids. */
export type SeniorOptions = Record<string, OptionId | OptionId[]> | OptionId[];

/** Clients send ids as numbers and as text. */
type OptionId = number | string;

/**
 * The ids that were chosen, checked against the tree; what a task keeps.
 * @throws ServiceError naming the group or the id that the tree does not have.
 */
export function chosenOptions(options: SeniorOptions | undefined): number[] {
  const see = 'see /api/ai/chat/senior/option';
  const entries: [string | undefined, OptionId][] = Array.isArray(options)
    ? options.map((id) => [undefined, id])
    : Object.entries(options ?? {}).flatMap(([key, ids]) => [ids].flat().map((id): [string, OptionId] => [key, id]));
  return entries.map(([key, sent]) => {
    const candidates = key === undefined ? OPTION_GROUPS : OPTION_GROUPS.filter((group) => group.key === key);
    if (candidates.length === 0) throw invalid(`senior_options: there is no group ${shown(key)}; ${see}`);
    const id = typeof sent === 'string' && /^\d{1,9}$/.test(sent) ? Number(sent) : sent;
    const option = candidates.flatMap((group) => [...group.options]).find((each) => each.id === id);
    if (option) return option.id;
    const isGroup = OPTION_GROUPS.some((group) => group.id === id);
    const hint = isGroup ? ' (it is a group: send one of its children)' : '';
    throw invalid(`senior_options: ${key ?? 'the list'} has no option ${shown(sent)}${hint}; ${see}`);
  });
}

/** What chosen options ask of the writer. Of two choices in one group the last counts. */
export function generationOptions(chosen: readonly number[], titleLanguage: Language): GenerationOptions {
  const all = OPTION_GROUPS.flatMap((group) => [...group.options]);
  const effects = chosen.map((id) => ({ id, ...all.find((option) => option.id === id)?.effect }));
  // A default that was chosen after something else takes that back.
  const last = OPTION_GROUPS.flatMap(
    ({ options }) => effects.findLast(({ id }) => options.some((each) => each.id === id)) ?? [],
  );
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

/**
 * Both steps in one, from what the client sent to what the writer is asked for.
 * @param titleLanguage of the words, unless a language is among the options.
 * @throws ServiceError naming the group or the id that the tree does not have.
 */
export function generationOptionsOf(
  seniorOptions: SeniorOptions | undefined,
  titleLanguage: Language = 'en',
): GenerationOptions {
  return generationOptions(chosenOptions(seniorOptions), titleLanguage);
}

function shown(value: number | string | undefined): string {
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 60)) : String(value);
}

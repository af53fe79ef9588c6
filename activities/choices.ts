import { ApplicationFailure } from '@temporalio/common';
import { findNamed, listNamed, type Named, namedFilters, namedOptions } from '../src/core/names';
import type { ServiceId } from '../src/core/service-id';
import type { OptionGroup } from '../src/decks/input/input';
import { type ActivityDependencies, perform, type User } from './perform';

/** Options by group, each given by id or name. */
export interface OptionsCall {
  user: User;
  options: Partial<Record<OptionGroup, number | string>>;
}

/** Template filters, each given by id or name. */
export interface FiltersCall {
  user: User;
  filters: Partial<Record<'color' | 'style' | 'scene', number | string | undefined>>;
}

/** Looks up the numeric ids of named options and filters at the service. */
export function choiceActivities(deps: ActivityDependencies) {
  const words = deps.settings.profile.names;
  return {
    /** @throws `InvalidInput` for an unknown group or name, with the available ones */
    chooseOptions: ({ user, options }: OptionsCall): Promise<Partial<Record<OptionGroup, ServiceId>>> =>
      perform(deps, 'listAdvancedOptions', async (signal) => {
        const tree = await deps.client.call('listAdvancedOptions', {}, { ...user, signal });
        const groups = namedOptions(tree, words);
        const chosen: Partial<Record<OptionGroup, ServiceId>> = {};
        for (const [key, choice] of Object.entries(options)) {
          const group = groups.find((known) => known.key === key);
          if (group === undefined) {
            const keys = groups.map((known) => known.key).join(', ');
            throw refused(`options.${key}: unknown option group; available groups: ${keys}`);
          }
          chosen[key as OptionGroup] = idOf(`options.${key}`, choice, group.options);
        }
        return chosen;
      }),

    /** @throws `InvalidInput`, as chooseOptions */
    chooseFilters: ({
      user,
      filters,
    }: FiltersCall): Promise<{ colour_id?: ServiceId; style_id?: ServiceId; scene_id?: ServiceId }> =>
      perform(deps, 'listSuitFilters', async (signal) => {
        const there = namedFilters(await deps.client.call('listSuitFilters', {}, { ...user, signal }), words);
        const { color, style, scene } = filters;
        return {
          ...(color === undefined ? {} : { colour_id: idOf('template.color', color, there.color) }),
          ...(style === undefined ? {} : { style_id: idOf('template.style', style, there.style) }),
          ...(scene === undefined ? {} : { scene_id: idOf('template.scene', scene, there.scene) }),
        };
      }),
  };
}

function idOf(field: string, choice: number | string, there: Named[]): ServiceId {
  const found = findNamed(choice, there);
  if (found !== undefined) return found.id;
  throw refused(`${field}: ${JSON.stringify(choice)} does not exist; available: ${listNamed(there)}`);
}

function refused(what: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(`invalid input: ${what}`, 'InvalidInput');
}

import { parseArgs } from 'node:util';
import { parse } from 'yaml';

/** What a load run is made of. */
export interface LoadOptions {
  /** Decks held open at their outline review. */
  open: number;
  /** Decks started over time, and how many of them are on their way to their review at one time. */
  started: number;
  atOnce: number;
  /** Part of those that a person approves and that end in a file; the others are rejected. */
  delivered: number;
  /** Approvals that are timed at each number of open decks. */
  samples: number;
  /** Decks of each kind by which the costs of one are measured. */
  costs: number;
  /** Differences from the shipped settings, as `key=value` of temporal.yaml. */
  set: string[];
  /** Where the results are written; nowhere when empty. */
  out: string;
}

/** @throws TypeError for an unknown option, Error for an invalid number. */
export function readOptions(args: string[], out: string): LoadOptions {
  const text = (value: string) => ({ type: 'string' as const, default: value });
  const { values } = parseArgs({
    args,
    options: {
      ...{ open: text('1000'), started: text('10000'), delivered: text('0.05'), 'at-once': text('30') },
      ...{ samples: text('20'), costs: text('50'), out: text(out) },
      set: { type: 'string', multiple: true, default: [] },
    },
  });
  const number = (name: 'open' | 'started' | 'delivered' | 'at-once' | 'samples' | 'costs') => {
    const value = Number(values[name]);
    if (!Number.isFinite(value) || value < 0)
      throw new Error(`--${name} must be a number of 0 or more, not ${values[name]}`);
    return value;
  };
  return {
    ...{ open: number('open'), started: number('started'), atOnce: number('at-once'), delivered: number('delivered') },
    ...{ samples: number('samples'), costs: number('costs'), set: values.set, out: values.out },
  };
}

/** Sections of a settings file from `worker.maxCachedWorkflows=1000` and the like. */
export function sectionsOf(assignments: readonly string[]): Record<string, unknown> {
  const sections: Record<string, unknown> = {};
  for (const assignment of assignments) {
    const [, keys, value] = /^([^=]+)=(.*)$/.exec(assignment) ?? [];
    if (keys === undefined) throw new Error(`--set takes key=value, not ${assignment}`);
    const path = keys.split('.');
    const last = path.pop()!;
    let place = sections;
    for (const key of path) {
      place[key] ??= {};
      place = place[key] as Record<string, unknown>;
    }
    place[last] = parse(value!);
  }
  return sections;
}

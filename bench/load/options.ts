import { parseArgs } from 'node:util';
import { parse } from 'yaml';

/** What a load run is made of. */
export interface LoadOptions {
  /** Decks held open at their outline review. */
  open: number;
  /** Decks started over time. */
  started: number;
  /** Part of those that a person approves and that end in a file; of the others a person and a deadline reject half each. */
  delivered: number;
  /** Decks of the flow that are on their way to their review at one time. */
  atOnce: number;
  /** Decks a minute that the flow starts at the most; as many as go where undefined. */
  rate: number | undefined;
  /** Users that the decks belong to. */
  users: number;
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
  const { values } = parseArgs({
    args,
    options: {
      open: { type: 'string', default: '1000' },
      started: { type: 'string', default: '10000' },
      delivered: { type: 'string', default: '0.05' },
      'at-once': { type: 'string', default: '30' },
      rate: { type: 'string' },
      users: { type: 'string', default: '20' },
      samples: { type: 'string', default: '20' },
      costs: { type: 'string', default: '50' },
      set: { type: 'string', multiple: true, default: [] },
      out: { type: 'string', default: out },
    },
  });
  const number = (name: string, text: string) => {
    const value = Number(text);
    if (!Number.isFinite(value) || value < 0) throw new Error(`--${name} must be a number of 0 or more, not ${text}`);
    return value;
  };
  return {
    open: number('open', values.open),
    started: number('started', values.started),
    delivered: number('delivered', values.delivered),
    atOnce: number('at-once', values['at-once']),
    rate: values.rate === undefined ? undefined : number('rate', values.rate),
    users: number('users', values.users),
    samples: number('samples', values.samples),
    costs: number('costs', values.costs),
    set: values.set,
    out: values.out,
  };
}

/** `worker.maxCachedWorkflows=1000` and the like, laid into the sections of a settings file. */
export function withSet(sections: Record<string, unknown>, assignments: readonly string[]): Record<string, unknown> {
  for (const assignment of assignments) {
    const at = assignment.indexOf('=');
    if (at < 1) throw new Error(`--set takes key=value, not ${assignment}`);
    const path = assignment.slice(0, at).split('.');
    let place = sections;
    for (const key of path.slice(0, -1)) {
      place[key] ??= {};
      place = place[key] as Record<string, unknown>;
    }
    place[path.at(-1)!] = parse(assignment.slice(at + 1));
  }
  return sections;
}

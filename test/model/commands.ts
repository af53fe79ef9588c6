import fc from 'fast-check';
import { current, type Endpoint, endpoints, type Order, type Plan, type State, type Trouble, total } from './model';

/** Messages in words that fit whatever the deck's state is; {@link orderOf} says what they mean in one. */
export type Message =
  | { do: 'review'; decision: 'approve' | 'reject' | 'regenerate'; revision: Which }
  | { do: 'review'; decision: 'edit'; revision: Which; text: 'new' | 'unreadable' | 'first' | 'before' | 'current' }
  | { do: 'resolve'; action: 'skip' | 'abandon' }
  | { do: 'resolve'; action: 'retry'; budget?: 'ample' | 'one more' | 'too little'; since?: 'stale' }
  | { do: 'resolve'; action: 'provide'; id: 'wrong task' | 'wrong design' | 'none' }
  | { do: 'malformed'; what: number };
/** What the one signal can carry. */
export type Signal = Extract<Message, { do: 'malformed' } | { decision: 'approve' | 'reject' | 'regenerate' }> & {
  decision?: 'approve';
};
type Which = 'current' | 'stale' | 'future';

/** What happens to a deck. `hurry`: the next one follows at once, without a look at what became of this one. */
export type Command =
  | (Message & { by: 'update'; hurry?: boolean })
  | (Signal & { by: 'signal'; hurry?: boolean })
  | { do: 'cancel' }
  | { do: 'move'; hurry?: boolean }
  | { do: 'wait' }
  | { do: 'restart' }
  /** Reset to its beginning; where a run continued another one, and with `start`, terminated and started again. */
  | { do: 'again'; how: 'reset' | 'start' }
  /** The document store refuses the next writes. */
  | { do: 'store'; fails: number }
  /** No worker is there while these signals are sent: the next one meets them all at once. */
  | { do: 'away'; signals: Signal[] }
  | { do: 'trouble'; endpoint: Endpoint; how: Trouble };

export interface Sequence {
  plan: Plan;
  commands: Command[];
}

/** Values that are not messages, for signals and updates. */
export const malformed: readonly unknown[] = [
  null,
  7,
  'approve',
  [],
  {},
  { decision: 'approve' },
  { revision: '1', decision: 'perhaps' },
  { revision: 1.5, decision: 'approve' },
  { revision: { valueOf: 1 }, decision: ['approve'] },
  { action: {}, decision: {} },
];

export function orderOf(message: Message, state: State, by: string): Order {
  if (message.do === 'malformed') return { kind: 'malformed' };
  if (message.do === 'resolve') {
    const { action } = message;
    if (action === 'provide') return { kind: 'resolve', action, wrongId: message.id !== 'none' };
    if (action === 'retry' && message.since) return { kind: 'resolve', action, stale: true };
    if (action !== 'retry' || message.budget === undefined) return { kind: 'resolve', action };
    const more = { ample: 20, 'one more': 1, 'too little': 0 }[message.budget];
    return { kind: 'resolve', action, paidCalls: total(state) + more };
  }
  const revision = current(state) + { current: 0, stale: -1, future: 1 }[message.revision];
  const order = { kind: 'review' as const, decision: message.decision, revision, by };
  if (message.decision !== 'edit') return order;
  switch (message.text) {
    case 'new':
      return order;
    case 'unreadable':
      return { ...order, unreadable: true };
    case 'first':
      return { ...order, restore: 1 };
    case 'before':
      return { ...order, restore: current(state) - 1 };
    case 'current':
      return { ...order, restore: current(state) };
  }
}

/** As it travels. */
export function bodyOf(message: Message, order: Order): unknown {
  if (message.do === 'malformed') return malformed[message.what % malformed.length];
  if (order.kind === 'resolve') {
    const { action, paidCalls, stale } = order;
    const id = message.do === 'resolve' && message.action === 'provide' ? message.id : 'none';
    return {
      action,
      by: 'operator',
      ...(stale ? { since: '2020-01-01T00:00:00.000Z' } : {}),
      ...(paidCalls === undefined ? {} : { paidCalls }),
      ...(id === 'wrong task' ? { taskId: 999_999_999 } : {}),
      ...(id === 'wrong design' ? { designId: 999_999_999 } : {}),
    };
  }
  if (order.kind !== 'review') return undefined;
  const { decision, revision, by: reviewer, restore, unreadable } = order;
  const text = unreadable ? 'no headings' : `# By ${reviewer}\n\n## Chapter of ${reviewer}\n\n### Page\n\n#### Point\n`;
  const edited = restore === undefined ? { outline: text } : { restore };
  return { decision, revision, reviewer, ...(decision === 'edit' ? edited : {}) };
}

const often = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary });
const which = fc.oneof(often(6, fc.constant<Which>('current')), often(1, fc.constantFrom<Which[]>('stale', 'future')));

const message: fc.Arbitrary<Message> = fc.oneof(
  often(
    6,
    fc.record({
      do: fc.constant('review' as const),
      decision: fc.oneof(
        often(5, fc.constant('approve' as const)),
        often(3, fc.constant('regenerate' as const)),
        often(1, fc.constant('reject' as const)),
      ),
      revision: which,
    }),
  ),
  often(
    4,
    fc.record({
      do: fc.constant('review' as const),
      decision: fc.constant('edit' as const),
      revision: which,
      text: fc.constantFrom(
        'new' as const,
        'first' as const,
        'before' as const,
        'current' as const,
        'unreadable' as const,
      ),
    }),
  ),
  often(
    4,
    fc.record(
      {
        do: fc.constant('resolve' as const),
        action: fc.constant('retry' as const),
        budget: fc.constantFrom('one more' as const, 'ample' as const, 'too little' as const),
      },
      { requiredKeys: ['do', 'action'] },
    ),
  ),
  often(1, fc.constant<Message>({ do: 'resolve', action: 'retry', since: 'stale' })),
  often(
    2,
    fc.oneof(
      often(
        4,
        fc.record({
          do: fc.constant('resolve' as const),
          action: fc.constant('skip' as const),
        }) as fc.Arbitrary<Message>,
      ),
      often(1, fc.record({ do: fc.constant('resolve' as const), action: fc.constant('abandon' as const) })),
      often(
        3,
        fc.record({
          do: fc.constant('resolve' as const),
          action: fc.constant('provide' as const),
          id: fc.constantFrom('wrong task' as const, 'wrong design' as const, 'none' as const),
        }),
      ),
    ),
  ),
  often(1, fc.record({ do: fc.constant('malformed' as const), what: fc.nat({ max: malformed.length - 1 }) })),
);

const noMessage = fc.record({ do: fc.constant('malformed' as const), what: fc.nat({ max: malformed.length - 1 }) });
const signal: fc.Arbitrary<Signal> = fc.oneof(
  often(
    3,
    fc.record({ do: fc.constant('review' as const), decision: fc.constant('approve' as const), revision: which }),
  ),
  often(1, noMessage),
);

const trouble = fc.record({
  endpoint: fc.constantFrom(...endpoints),
  // An operator's pause takes seconds; most failures are over at once.
  how: fc.oneof(
    often(3, fc.constantFrom<Trouble[]>('refused', 'lost')),
    often(1, fc.constantFrom<Trouble[]>('reset', 'paused', 'failed', 'misshapen')),
  ),
});

const command: fc.Arbitrary<Command> = fc.oneof(
  often(
    12,
    fc
      .tuple(message, fc.boolean())
      .map(([what, hurry]): Command => ({ ...what, by: 'update', ...(hurry ? { hurry } : {}) })),
  ),
  often(
    4,
    fc
      .tuple(signal, fc.boolean())
      .map(([what, hurry]): Command => ({ ...what, by: 'signal', ...(hurry ? { hurry } : {}) })),
  ),
  often(1, fc.constant<Command>({ do: 'cancel' })),
  often(
    2,
    fc.boolean().map((hurry): Command => ({ do: 'move', ...(hurry ? { hurry } : {}) })),
  ),
  often(1, fc.constant<Command>({ do: 'restart' })),
  often(2, fc.constantFrom<Command>({ do: 'again', how: 'reset' }, { do: 'again', how: 'start' })),
  often(
    1,
    fc.integer({ min: 1, max: 3 }).map((fails): Command => ({ do: 'store', fails })),
  ),
  often(
    1,
    fc.array(signal, { minLength: 1, maxLength: 3 }).map((signals): Command => ({ do: 'away', signals })),
  ),
  often(
    2,
    trouble.map((what): Command => ({ do: 'trouble', ...what })),
  ),
);

const gate = fc.oneof(
  often(6, fc.constant('required' as const)),
  often(2, fc.constant('off' as const)),
  often(1, fc.constantFrom('approved in time' as const, 'rejected in time' as const)),
);

const plan: fc.Arbitrary<Plan> = fc.record({
  stepsPerRun: fc.constantFrom(300, 1, 2, 3, 5),
  paidCalls: fc.oneof(often(2, fc.constant(12)), often(1, fc.integer({ min: 1, max: 6 }))),
  formats: fc.oneof(often(2, fc.constant<string[]>(['ppt'])), often(1, fc.constant<string[]>(['ppt', 'pdf']))),
  review: gate,
  contentReview: gate,
  trouble: fc.oneof(
    often(3, fc.constant<Plan['trouble']>([])),
    often(
      1,
      trouble.map((one): Plan['trouble'] => [one]),
    ),
  ),
});

export const sequence: fc.Arbitrary<Sequence> = fc.record({
  plan,
  commands: fc.array(command, { minLength: 1, maxLength: 10, size: 'max' }),
});

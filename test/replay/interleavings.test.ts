import { type Event, type Place, playAll, type Script } from './interleavings';
import { quiet } from './prefix-worker';

/**
 * Messages, timers, results, cancellations and handovers that meet in one step of a deck, in both orders, or in the next
 * step. Each scenario is played by the worker's sandbox from a kept history. Outcomes are the answers, the
 * recorded decisions, and what the deck starts or how it ends.
 */
quiet();

const review = (decision: string, by: string, more = {}): Event => ({
  update: 'review',
  name: `${decision} by ${by}`,
  message: { revision: 1, decision, reviewer: by, ...more },
});
const approve = review('approve', 'Ann');
const reject = review('reject', 'Bo');
const edit = review('edit', 'Cy', { outline: '# Tea\n\n## Origins\n\n### China\n\n#### Rivers\n\nDown the rivers.\n' });
const ofContent = (decision: string, by: string) => review(decision, by, { revision: 2 });
const stale = review('approve', 'Di', { revision: 7 });
const signal: Event = { signal: 'approveOutline', message: { revision: 1, reviewer: 'Ed' } };
const resolve = (action: string): Event => ({ update: 'resolve', name: action, message: { action, by: 'Op' } });
const [retry, abandon, skip] = ['retry', 'abandon', 'skip'].map(resolve) as [Event, Event, Event];
const awaits: Event = { update: 'awaitOutline', name: 'await' };
const move: Event = { update: 'moveToCurrentBuild', name: 'move' };
const timer: Event = { timer: true };
const lost: Event = { activity: 'failed' };
const cancel: Event = { cancel: true };
const full: Event = { continue: true };

const gate: Place = { history: 'title-by-ticket-outline-approved', at: ({ review: open }) => open?.gate === 'outline' };
const contentGate: Place = {
  history: 'title-by-ticket-content-approved',
  at: ({ review: open }) => open?.gate === 'content',
};
const deadline: Place = {
  history: 'title-by-ticket-outline-rejected-at-the-deadline',
  at: ({ review: open }, { timers }) => open !== undefined && timers.length > 0,
};
const reminder: Place = {
  history: 'approved-before-its-timers',
  at: ({ review: open }, { timers }) => open !== undefined && timers.length > 0,
};
const parked: Place = {
  history: 'provided-ids',
  at: ({ attention }, { activities }) => attention !== undefined && activities.length === 0,
};
const paying: Place = {
  history: 'title-by-ticket-outline-approved',
  at: (_, { activities }) => activities.some(({ type }) => type === 'createTask'),
};
const polling: Place = {
  history: 'title-by-ticket-outline-approved',
  at: ({ stage }, { timers }) => stage === 'content' && timers.length > 0,
};

const scenarios: [name: string, Place, Script, outcome: string][] = [
  [
    'two people decide at once',
    gate,
    [[approve, reject]],
    'approve by Ann taken, reject by Bo refused | approve by Ann | startContent',
  ],
  [
    'two people decide at once, the other way round',
    gate,
    [[reject, approve]],
    'approve by Ann refused, reject by Bo taken | reject by Bo | completes',
  ],
  [
    'a rejection comes in the step after an approval',
    gate,
    [[approve], [reject]],
    'approve by Ann taken, reject by Bo refused | approve by Ann | startContent',
  ],
  [
    'an approval and the signal come at once',
    gate,
    [[approve, signal]],
    'approve by Ann taken | approve by Ann | startContent',
  ],
  ['the signal comes first', gate, [[signal, approve]], 'approve by Ann refused | approve by Ed | startContent'],
  [
    'the signal comes in the step after',
    gate,
    [[approve], [signal]],
    'approve by Ann taken | approve by Ann | startContent',
  ],
  ['two signals', gate, [[signal, signal]], '- | approve by Ed | startContent'],
  [
    'an approval of the text that is just being replaced',
    gate,
    [[edit, approve]],
    'approve by Ann refused | - | storeOutline',
  ],
  [
    'an edit of the text that was just approved',
    gate,
    [[approve, edit]],
    'approve by Ann taken, edit by Cy refused | approve by Ann | startContent',
  ],
  ['an approval while an edit is stored', gate, [[edit], [approve]], 'approve by Ann refused | - | storeOutline'],
  [
    'two edits of one text',
    gate,
    [[edit, review('edit', 'Ed', { outline: '# Tea\n\n## A\n\n### B\n' })]],
    'edit by Ed refused | - | storeOutline',
  ],
  ['an edit is stored as a file is lost', gate, [[edit], [lost]], 'edit by Cy taken | - | storeOutline'],
  [
    'a stale approval before a good one',
    gate,
    [[stale, approve]],
    'approve by Ann taken, approve by Di refused | approve by Ann | startContent',
  ],
  [
    'a stale approval after a good one',
    gate,
    [[approve, stale]],
    'approve by Ann taken, approve by Di refused | approve by Ann | startContent',
  ],
  [
    'an approval and a cancellation',
    gate,
    [[approve, cancel]],
    'approve by Ann refused | approve by Ann | is cancelled',
  ],
  [
    'a cancellation before an approval in one step',
    gate,
    [[cancel, approve]],
    'approve by Ann refused | approve by Ann | is cancelled',
  ],
  ['an approval after a cancellation', gate, [[cancel], [approve]], 'approve by Ann refused | - | is cancelled'],
  [
    'a cancellation after an approval',
    gate,
    [[approve], [cancel]],
    'approve by Ann taken | approve by Ann | startContent',
  ],
  ['a rejection and a cancellation', gate, [[reject, cancel]], 'reject by Bo refused | reject by Bo | is cancelled'],
  ['an edit and a cancellation', gate, [[edit, cancel]], 'edit by Cy refused | - | is cancelled'],
  [
    'a wait and an approval',
    gate,
    [[awaits, approve]],
    'approve by Ann taken, await taken | approve by Ann | startContent',
  ],
  [
    'an approval and a wait',
    gate,
    [[approve, awaits]],
    'approve by Ann taken, await taken | approve by Ann | startContent',
  ],
  ['a wait and a rejection', gate, [[awaits, reject]], 'await taken, reject by Bo taken | reject by Bo | completes'],
  ['a wait during an edit', gate, [[edit, awaits]], '- | - | storeOutline'],
  [
    'a move and an approval',
    gate,
    [[move, approve]],
    'approve by Ann taken, move taken | approve by Ann | continues as new',
  ],
  [
    'an approval and a move',
    gate,
    [[approve, move]],
    'approve by Ann taken, move taken | approve by Ann | continues as new',
  ],
  ['a move and a rejection', gate, [[move, reject]], 'move taken, reject by Bo taken | reject by Bo | completes'],
  ['a move during an edit', gate, [[edit, move]], 'move taken | - | storeOutline'],
  ['a move and a cancellation', gate, [[move, cancel]], 'move taken | - | is cancelled'],
  ['a wait and a move', gate, [[awaits, move]], 'await taken, move taken | - | continues as new'],
  [
    'the history is full at an approval',
    gate,
    [[approve, full]],
    'approve by Ann taken | approve by Ann | startContent',
  ],
  [
    'the history is full, then an approval',
    gate,
    [[full], [approve]],
    'approve by Ann taken | approve by Ann | startContent',
  ],
  ['a resolution where nothing is parked', gate, [[retry]], 'retry refused | - | -'],
  [
    'the content is approved and rejected',
    contentGate,
    [[ofContent('approve', 'Ann'), ofContent('reject', 'Bo')]],
    'approve by Ann taken, reject by Bo refused | approve by Ann | findTemplate',
  ],
  ['the signal at the content gate', contentGate, [[signal]], '- | - | -'],
  [
    'the signal and a rejection of the content',
    contentGate,
    [[signal, ofContent('reject', 'Bo')]],
    'reject by Bo taken | reject by Bo | completes',
  ],
  ['a reminder is due', reminder, [[timer]], '- | - | notify'],
  ['a reminder and an approval', reminder, [[timer, approve]], 'approve by Ann taken | approve by Ann | startContent'],
  ['an approval while a reminder is sent', reminder, [[timer], [approve]], '- | - | notify'],
  ['a reminder and an edit', reminder, [[timer, edit]], '- | - | storeOutline'],
  ['a reminder and a move', reminder, [[timer, move]], 'move taken | - | continues as new'],
  ['a reminder and a cancellation', reminder, [[timer, cancel]], '- | - | is cancelled'],
  ['the deadline is due', deadline, [[timer]], '- | reject by deadline | completes'],
  [
    'an approval and the deadline',
    deadline,
    [[approve, timer]],
    'approve by Ann taken | approve by Ann | startContent',
  ],
  [
    'the deadline and an approval',
    deadline,
    [[timer, approve]],
    'approve by Ann taken | approve by Ann | startContent',
  ],
  [
    'an approval after the deadline',
    deadline,
    [[timer], [approve]],
    'approve by Ann refused | reject by deadline | completes',
  ],
  ['the deadline and an edit', deadline, [[timer, edit]], '- | - | storeOutline'],
  ['the deadline and the signal', deadline, [[timer, signal]], '- | approve by Ed | startContent'],
  ['the deadline and a move', deadline, [[timer, move]], 'move taken | - | continues as new'],
  ['the deadline and a cancellation', deadline, [[timer, cancel]], '- | reject by deadline | is cancelled'],
  ['two operators help at once', parked, [[retry, abandon]], 'abandon refused, retry taken | - | saveDesign'],
  ['two operators help, the other way round', parked, [[abandon, retry]], 'abandon taken, retry refused | - | fails'],
  [
    'a resolution that does not fit before one that does',
    parked,
    [[skip, retry]],
    'retry taken, skip refused | - | saveDesign',
  ],
  ['a resolution in the step after', parked, [[retry], [abandon]], 'abandon refused, retry taken | - | saveDesign'],
  ['a resolution and a cancellation', parked, [[retry, cancel]], 'retry taken | - | is cancelled'],
  ['a resolution after a cancellation', parked, [[cancel], [retry]], 'retry refused | - | is cancelled'],
  ['a resolution and a move', parked, [[retry, move]], 'move taken, retry taken | - | continues as new'],
  ['a move and a resolution', parked, [[move, retry]], 'move taken, retry taken | - | continues as new'],
  ['an approval of a parked deck', parked, [[approve]], 'approve by Ann refused | - | -'],
  ['a paid call is lost', paying, [[lost]], '- | - | createTask'],
  ['a paid call is lost twice', paying, [[lost], [lost]], '- | - | createTask, notify'],
  ['a paid call is lost as the deck is cancelled', paying, [[cancel, lost]], '- | - | is cancelled'],
  ['a paid call is lost after a cancellation', paying, [[cancel], [lost]], '- | - | is cancelled'],
  ['an approval during a paid call', paying, [[approve]], 'approve by Ann refused | - | -'],
  ['a wait during a paid call that is lost', paying, [[awaits, lost]], '- | - | createTask'],
  ['a move during a paid call', paying, [[move], [lost]], 'move taken | - | createTask'],
  ['the signal during a paid call', paying, [[signal]], '- | - | -'],
  ['a cancellation between two polls', polling, [[cancel]], '- | approve by ada | is cancelled'],
  ['a poll and a cancellation', polling, [[timer, cancel]], '- | approve by ada | is cancelled'],
  ['a poll and a move', polling, [[timer, move]], 'move taken | approve by ada | checkContent'],
  [
    'a late rejection between two polls',
    polling,
    [[reject, timer]],
    'reject by Bo refused | approve by ada | checkContent',
  ],
];

const outcomes = new Map<string, string>();
beforeAll(async () => {
  for (const place of new Set(scenarios.map(([, place]) => place))) {
    const own = scenarios.filter(([, each]) => each === place);
    const scripts = own.map(([, , script]) => script);
    const played = await playAll(place, scripts);
    for (const [index, [name]] of own.entries()) outcomes.set(name, played[index]!);
  }
});

it.each(scenarios)('%s', (name, _place, _script, outcome) => {
  expect(outcomes.get(name)).toBe(outcome);
});

import { type Event, type Place, playAll, type Script } from './interleavings';
import { quiet } from './prefix-worker';

/**
 * Messages, timers, results, cancellations and handovers that meet in one step of a deck, in both orders, or in the next
 * step. Each scenario is played by the worker's sandbox from a kept history. `does` lists what the deck starts or how it
 * ends.
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
  history: 'parked-retried-adopted',
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

const scenarios: [string, Place, Script][] = [
  ['two people decide at once', gate, [[approve, reject]]],
  ['two people decide at once, the other way round', gate, [[reject, approve]]],
  ['a rejection comes in the step after an approval', gate, [[approve], [reject]]],
  ['an approval and the signal come at once', gate, [[approve, signal]]],
  ['the signal comes first', gate, [[signal, approve]]],
  ['the signal comes in the step after', gate, [[approve], [signal]]],
  ['two signals', gate, [[signal, signal]]],
  ['an approval of the text that is just being replaced', gate, [[edit, approve]]],
  ['an edit of the text that was just approved', gate, [[approve, edit]]],
  ['an approval while an edit is stored', gate, [[edit], [approve]]],
  ['two edits of one text', gate, [[edit, review('edit', 'Ed', { outline: '# Tea\n\n## A\n\n### B\n' })]]],
  ['an edit is stored as a file is lost', gate, [[edit], [lost]]],
  ['a stale approval before a good one', gate, [[stale, approve]]],
  ['a stale approval after a good one', gate, [[approve, stale]]],
  ['an approval and a cancellation', gate, [[approve, cancel]]],
  ['a cancellation before an approval in one step', gate, [[cancel, approve]]],
  ['an approval after a cancellation', gate, [[cancel], [approve]]],
  ['a cancellation after an approval', gate, [[approve], [cancel]]],
  ['a rejection and a cancellation', gate, [[reject, cancel]]],
  ['an edit and a cancellation', gate, [[edit, cancel]]],
  ['a wait and an approval', gate, [[awaits, approve]]],
  ['an approval and a wait', gate, [[approve, awaits]]],
  ['a wait and a rejection', gate, [[awaits, reject]]],
  ['a wait during an edit', gate, [[edit, awaits]]],
  ['a move and an approval', gate, [[move, approve]]],
  ['an approval and a move', gate, [[approve, move]]],
  ['a move and a rejection', gate, [[move, reject]]],
  ['a move during an edit', gate, [[edit, move]]],
  ['a move and a cancellation', gate, [[move, cancel]]],
  ['a wait and a move', gate, [[awaits, move]]],
  ['the history is full at an approval', gate, [[approve, full]]],
  ['the history is full, then an approval', gate, [[full], [approve]]],
  ['a resolution where nothing is parked', gate, [[retry]]],
  ['the content is approved and rejected', contentGate, [[ofContent('approve', 'Ann'), ofContent('reject', 'Bo')]]],
  ['the signal at the content gate', contentGate, [[signal]]],
  ['the signal and a rejection of the content', contentGate, [[signal, ofContent('reject', 'Bo')]]],
  ['a reminder is due', reminder, [[timer]]],
  ['a reminder and an approval', reminder, [[timer, approve]]],
  ['an approval while a reminder is sent', reminder, [[timer], [approve]]],
  ['a reminder and an edit', reminder, [[timer, edit]]],
  ['a reminder and a move', reminder, [[timer, move]]],
  ['a reminder and a cancellation', reminder, [[timer, cancel]]],
  ['the deadline is due', deadline, [[timer]]],
  ['an approval and the deadline', deadline, [[approve, timer]]],
  ['the deadline and an approval', deadline, [[timer, approve]]],
  ['an approval after the deadline', deadline, [[timer], [approve]]],
  ['the deadline and an edit', deadline, [[timer, edit]]],
  ['the deadline and the signal', deadline, [[timer, signal]]],
  ['the deadline and a move', deadline, [[timer, move]]],
  ['the deadline and a cancellation', deadline, [[timer, cancel]]],
  ['two operators help at once', parked, [[retry, abandon]]],
  ['two operators help, the other way round', parked, [[abandon, retry]]],
  ['a resolution that does not fit before one that does', parked, [[skip, retry]]],
  ['a resolution in the step after', parked, [[retry], [abandon]]],
  ['a resolution and a cancellation', parked, [[retry, cancel]]],
  ['a resolution after a cancellation', parked, [[cancel], [retry]]],
  ['a resolution and a move', parked, [[retry, move]]],
  ['a move and a resolution', parked, [[move, retry]]],
  ['an approval of a parked deck', parked, [[approve]]],
  ['a paid call is lost', paying, [[lost]]],
  ['a paid call is lost twice', paying, [[lost], [lost]]],
  ['a paid call is lost as the deck is cancelled', paying, [[cancel, lost]]],
  ['a paid call is lost after a cancellation', paying, [[cancel], [lost]]],
  ['an approval during a paid call', paying, [[approve]]],
  ['a wait during a paid call that is lost', paying, [[awaits, lost]]],
  ['a move during a paid call', paying, [[move], [lost]]],
  ['the signal during a paid call', paying, [[signal]]],
  ['a cancellation between two polls', polling, [[cancel]]],
  ['a poll and a cancellation', polling, [[timer, cancel]]],
  ['a poll and a move', polling, [[timer, move]]],
  ['a late rejection between two polls', polling, [[reject, timer]]],
];

let outcomes: Map<string, string>;
beforeAll(async () => {
  outcomes = new Map();
  for (const place of new Set(scenarios.map(([, place]) => place))) {
    const own = scenarios.filter(([, each]) => each === place);
    const played = await playAll(place, own.map(([, , script]) => script));
    own.forEach(([name], index) => outcomes.set(name, played[index]!));
  }
});

it('prints', () => {
  require('node:fs').writeFileSync('/tmp/h/inter.txt', [...outcomes].map(([n, o]) => `${n}\n   ${JSON.stringify(o)}`).join('\n'));
  expect(outcomes.size).toBe(scenarios.length);
});

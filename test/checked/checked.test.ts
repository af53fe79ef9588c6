import { readFileSync } from 'node:fs';
import { cells } from '../deep';
import { historyOf, keptNames, replayable } from '../replay/kept';
import { type Checker, compiled, hasSpin } from './spin';
import { code, MODEL, type Trace, traceOf } from './trace';

/** The model of a deck: every behavior within bounds, planted mistakes, and the kept histories. */

const suite = hasSpin() ? describe : describe.skip;
const checkers: Checker[] = [];
const open = (...macros: string[]) => {
  const checker = compiled(macros);
  checkers.push(checker);
  return checker;
};
afterAll(() => {
  for (const checker of checkers) checker.close();
});

const bounds = (faults: number, messages: number, runs: number, resets: number, cancels: number) => [
  `FAULTS=${faults}`,
  `MESSAGES=${messages}`,
  `RUNS=${runs}`,
  `RESETS=${resets}`,
  `CANCELS=${cancels}`,
];
const PEOPLE = bounds(0, 3, 1, 0, 0);

suite('the model of a deck', () => {
  const searches = {
    'calls fail and are lost': bounds(2, cells(0, 1), 0, 0, 0),
    'people decide, and runs continue as new': bounds(0, cells(2, 3), 1, 0, cells(0, 1)),
    'a deck is cancelled': bounds(1, 1, cells(0, 1), 0, 1),
    'an operator resets a run': bounds(cells(0, 1), 1, 0, 1, 0),
  };

  it.each(Object.entries(searches))('keeps its promises while %s', async (_, search) => {
    const { violated, states } = await open(...search).check();
    expect(violated).toBeUndefined();
    expect(states).toBeGreaterThan(10_000);
  });

  const mistakes: Record<string, { search: string[]; claim: RegExp }> = {
    BUG_COUNTS_AFTERWARDS: { search: bounds(1, 0, 0, 0, 0), claim: /charged<=counted/ },
    BUG_NO_LOOKUP: { search: bounds(1, 0, 0, 0, 0), claim: /made/ },
    BUG_PROVIDED_UNSAID: { search: bounds(2, 1, 0, 0, 0), claim: /made/ },
    BUG_CALLS_AFTER_CANCEL: { search: bounds(0, 0, 0, 0, 1), claim: /cancelled/ },
    BUG_LEAVES_A_MESSAGE: { search: PEOPLE, claim: /to_answer==0.*inbox/ },
    BUG_STALE_DECISION: { search: PEOPLE, claim: /inbox_of==revision/ },
    BUG_TWO_DECISIONS: { search: PEOPLE, claim: /inbox/ },
    BUG_KEEPS_APPROVALS: { search: PEOPLE, claim: /approvals_of==revision/ },
    BUG_IGNORES_LEDGER: { search: bounds(0, 0, 0, 1, 0), claim: /earlier/ },
  };

  it.each(Object.entries(mistakes))('does not keep them with %s', async (name, { search, claim }) => {
    const { violated } = await open(name, ...search).check();
    expect(violated).toMatch(claim);
  });

  it('has no other planted mistakes', () => {
    const named = new Set(readFileSync(MODEL, 'utf8').match(/BUG_[A-Z]\w+/g));
    expect([...named].sort()).toEqual(Object.keys(mistakes).sort());
  });
});

suite('histories', () => {
  let checker: Checker;
  const traces = new Map<string, Trace>();
  beforeAll(() => {
    checker = open('TRACE');
    for (const name of keptNames) {
      const trace = traceOf([replayable(historyOf(name)).history]);
      if (trace !== undefined) traces.set(name, trace);
    }
  });

  it('that are kept are behaviors of the model', async () => {
    // The others are of batches, exports and notifications, or begin with a later run.
    expect(traces.size).toBeGreaterThan(70);
    const refused: string[] = [];
    for (const [name, trace] of traces) if (!(await checker.accepts(trace))) refused.push(name);
    expect(refused).toEqual([]);
  });

  it('with an event too few, too many or too early are not', async () => {
    const [, trace] = [...traces].find(([name]) => name.endsWith('edited-and-approved'))!;
    const { plan, events } = trace;
    const last = events.length - 1;
    const changed = {
      missing: events.slice(0, last).map((_, at) => events.filter((_event, index) => index !== at)),
      twice: events.map((event, at) => [...events.slice(0, at), event, ...events.slice(at)]),
    };
    const accepted: string[] = [];
    for (const [how, all] of Object.entries(changed)) {
      for (const [at, each] of all.entries()) {
        if (await checker.accepts({ plan, events: each })) accepted.push(`${how} ${at}: ${events[at]}`);
      }
    }
    expect(accepted).toEqual([]);
    // An approval while the deck stores an edit.
    const [edit, approve] = [code('EDIT'), code('APPROVE')].map((decision) => code('E_REVIEW') + decision);
    expect(events).toContain(approve);
    const early = events.flatMap((event) => (event === approve ? [] : event === edit ? [edit, approve!] : [event]));
    expect(await checker.accepts({ plan, events: early })).toBe(false);
  });
});

/**
 * A deck in plain TypeScript: what may be decided when, what it costs, and where the deck then waits. It knows nothing of
 * Temporal, of the service's interface or of the workflow's code; what the workflow does is held against it.
 */
export type Gate = 'outline' | 'content';
export type Endpoint = 'createTask' | 'streamOutline' | 'startContent' | 'saveDesign' | 'startExport';
export const endpoints: readonly Endpoint[] = [
  'createTask',
  'streamOutline',
  'startContent',
  'saveDesign',
  'startExport',
];

/**
 * What happens to the next call of an endpoint: the service refuses it for good; applies it and its answer is lost; or
 * an operator resets, pauses or fails it while its answer is under way, or completes it with a result of another shape.
 */
export type Trouble = 'refused' | 'lost' | 'reset' | 'paused' | 'failed' | 'misshapen';

export interface Plan {
  stepsPerRun: number;
  paidCalls: number;
  formats: string[];
  review: 'required' | 'off' | 'approved in time' | 'rejected in time';
  contentReview: 'required' | 'off' | 'approved in time' | 'rejected in time';
  trouble: { endpoint: Endpoint; how: Trouble }[];
}

export interface Revision {
  part: Gate;
  source: 'generated' | 'edited';
  by?: string;
  /** Revisions with the same number have the same text. */
  text: number;
}

interface Decided {
  by: string;
  revision: number;
}

export type Outcome = 'delivered' | 'rejected' | 'cancelled' | 'abandoned';
type At =
  | { kind: 'moving' }
  | { kind: 'gate'; gate: Gate }
  | { kind: 'parked'; stage: string; type: string }
  | { kind: 'ended'; outcome: Outcome };

interface Ledger {
  task: number;
  design: number;
  /** By format. */
  files: boolean[];
}

export interface State {
  plan: Plan;
  at: At;
  limit: number;
  /** A message was taken and has not had its effect yet: another of its kind is refused. */
  taken?: 'review' | 'resolve';
  hasTask: boolean;
  regenerate?: { by: string };
  revisions: Revision[];
  texts: number;
  saved?: number;
  approval?: Decided;
  contentApproval?: Decided;
  rejection?: Decided;
  content?: { revision?: number };
  hasDesign: boolean;
  exports: ('waiting' | 'ready' | 'delivered' | 'skipped')[];
  trouble: Partial<Record<Endpoint, Trouble>>;
  paid: Partial<Record<Endpoint, number>>;
  /** The outline that the service holds: its text, and how often it has changed. */
  held: { text: number; changes: number; withJob?: number };
  /** Of each text, the text of its outline: content brings that of the outline it was written from. */
  outlines: Record<number, number>;
  /** What the service holds. */
  made: Record<Endpoint, number>;
  /** What the ledger has of all runs: tasks and designs whose ids are known, and the files. */
  ledger: Ledger;
  /** The same when this run began. */
  earlier: Ledger;
  duplicates: number;
  problems: string[];
  ignored: number;
}

export interface ReviewOrder {
  kind: 'review';
  decision: 'approve' | 'reject' | 'edit' | 'regenerate';
  revision: number;
  by: string;
  /** With `edit`: the revision to restore; else a new text, or one that cannot be read. */
  restore?: number;
  unreadable?: boolean;
  /** By the signal, which approves outlines only. */
  signal?: true;
}
export interface ResolveOrder {
  kind: 'resolve';
  action: 'retry' | 'skip' | 'abandon' | 'provide';
  paidCalls?: number;
  /** With `provide`: ids that the service does not have, or none at all. */
  wrongId?: boolean;
  /** Of a problem that is over. */
  stale?: boolean;
}
export type Order = ReviewOrder | ResolveOrder | { kind: 'malformed' };

/** Undefined: it is taken. Otherwise words of the refusal. */
export type Refusal = RegExp | undefined;

export function newDeck(plan: Plan): State {
  return {
    plan,
    at: { kind: 'moving' },
    limit: plan.paidCalls,
    hasTask: false,
    revisions: [],
    texts: 0,
    hasDesign: false,
    exports: plan.formats.map(() => 'waiting'),
    trouble: Object.fromEntries(plan.trouble.map(({ endpoint, how }) => [endpoint, how])),
    paid: {},
    held: { text: 0, changes: 0 },
    outlines: {},
    made: { createTask: 0, streamOutline: 0, startContent: 0, saveDesign: 0, startExport: 0 },
    ledger: { task: 0, design: 0, files: [] },
    earlier: { task: 0, design: 0, files: [] },
    duplicates: 0,
    problems: [],
    ignored: 0,
  };
}

/** Reset to its beginning, or started again under its key: only the service, the ledger and the files remember. */
export function restarted({ plan, trouble, made, ledger }: State): State {
  return { ...structuredClone({ ...newDeck(plan), trouble, made, ledger }), earlier: structuredClone(ledger) };
}

export const current = (state: State) => state.revisions.length;
const ruleOf = (state: State, gate: Gate) => (gate === 'outline' ? state.plan.review : state.plan.contentReview);

/** Whether the gate that the deck waits at ends automatically: no message is sent to it, because either could come first. */
export function endsByItself(state: State): boolean {
  return state.at.kind === 'gate' && ruleOf(state, state.at.gate).endsWith('in time');
}

export function refusalOf(state: State, order: Order): Refusal {
  if (state.at.kind === 'ended') return /./;
  if (order.kind === 'malformed') return /./;
  if (order.kind === 'resolve') return resolveRefusal(state, order);
  // No revision can have this number, so it may be refused before the deck reads it.
  if (order.revision < 1 || (order.restore !== undefined && order.restore < 1)) return /./;
  if (state.taken === 'review') return /was just decided/;
  if (state.rejection !== undefined) return /already rejected/;
  if (state.at.kind !== 'gate') return /nothing to review yet|already approved/;
  if (order.signal && state.at.gate === 'content') return /approves outlines only/;
  if (order.revision !== current(state)) return /is not the current revision/;
  if (order.decision !== 'edit') return undefined;
  if (order.unreadable) return /has no title/;
  if (order.restore === undefined) return undefined;
  if (order.restore === current(state)) return /is already the current revision/;
  return order.restore >= 1 && order.restore < current(state) ? undefined : /restore must be/;
}

function resolveRefusal(state: State, { action, paidCalls, wrongId, stale }: ResolveOrder): Refusal {
  if (paidCalls === 0) return /./;
  if (stale) return /parked for another reason since|has just requested|is not parked/;
  if (state.taken === 'resolve') return /has just requested/;
  if (state.at.kind !== 'parked') return /the deck is not parked/;
  const files = state.exports.filter((each) => each !== 'skipped').length;
  if (action === 'skip' && (state.at.stage !== 'export' || files < 2)) return /cannot be skipped/;
  if (action === 'provide' && !wrongId) return /provide requires/;
  if (paidCalls === undefined) return undefined;
  if (action !== 'retry') return /only retry can have paidCalls/;
  return paidCalls > total(state) && paidCalls <= 1000 ? undefined : /must be a whole number above/;
}

export const total = ({ paid }: State) => Object.values(paid).reduce((sum, count) => sum + count, 0);

/** The state at once after an order that was taken, before the deck moves on. */
export function take(before: State, order: ReviewOrder | ResolveOrder): State {
  const state = structuredClone(before);
  delete state.taken;
  if (order.kind === 'resolve') takeResolution(state, order);
  else takeDecision(state, order, (state.at as { gate: Gate }).gate);
  return state;
}

function takeResolution(state: State, { action, paidCalls }: ResolveOrder): void {
  // An id that the service does not have: said among the problems, and the deck waits on.
  if (action === 'provide') {
    state.ignored += 1;
    return;
  }
  if (paidCalls !== undefined) state.limit = paidCalls;
  if (action === 'skip') state.exports[state.exports.indexOf('waiting')] = 'skipped';
  state.at = action === 'abandon' ? { kind: 'ended', outcome: 'abandoned' } : { kind: 'moving' };
}

function takeDecision(state: State, { decision, by, restore }: ReviewOrder, gate: Gate): void {
  const decided = { by, revision: current(state) };
  state.at = { kind: 'moving' };
  if (decision === 'approve') approve(state, gate, by);
  else if (decision === 'reject') state.rejection = decided;
  else if (decision === 'regenerate') {
    state.regenerate = { by };
    backToOutline(state);
  } else {
    const text = restore === undefined ? newText(state) : state.revisions[restore - 1]!.text;
    state.revisions.push({ part: gate, source: 'edited', by, text });
    state.at = { kind: 'gate', gate };
  }
}

function approve(state: State, gate: Gate, by: string): void {
  const decided = { by, revision: current(state) };
  if (gate === 'outline') state.approval = decided;
  else if (state.revisions.at(-1)!.source === 'edited') {
    // Content is the service's to write: an edit of it becomes the outline that content is written from again.
    backToOutline(state);
    state.approval = decided;
  } else state.contentApproval = decided;
}

function backToOutline(state: State): void {
  delete state.approval;
  delete state.contentApproval;
  delete state.content;
}

const newText = (state: State) => {
  state.texts += 1;
  return state.texts;
};

export function cancelled(before: State): State {
  return { ...structuredClone(before), at: { kind: 'ended', outcome: 'cancelled' } };
}

/** The time of a gate that ends automatically is over. */
export function timeOver(before: State): State {
  const state = structuredClone(before);
  const { gate } = state.at as { gate: Gate };
  if (ruleOf(state, gate) === 'approved in time') approve(state, gate, 'deadline');
  else state.rejection = { by: 'deadline', revision: current(state) };
  state.at = { kind: 'moving' };
  return state;
}

class Parked extends Error {
  constructor(readonly type: string) {
    super(type);
  }
}
/** The call was applied or not; no one received the answer. */
class Lost extends Error {}

/** Moves the deck on until it waits at a gate, for help, or has ended. */
export function moveOn(before: State): State {
  const state = structuredClone(before);
  while (state.at.kind === 'moving') {
    const stage = nextStage(state);
    try {
      enter(state, stage);
    } catch (error) {
      if (!(error instanceof Parked)) throw error;
      state.problems.push(error.type);
      state.at = { kind: 'parked', stage, type: error.type };
    }
  }
  return state;
}

function nextStage(state: State): string {
  if (state.rejection !== undefined) return 'rejected';
  if (!state.hasDesign) {
    if (!state.hasTask) return 'task';
    if (current(state) === 0 || state.regenerate !== undefined) return 'outline';
    if (state.approval === undefined) return 'review';
    if (state.approval.revision !== state.saved) return 'edit';
    if (state.content === undefined) return 'content';
    if (state.plan.contentReview !== 'off' && state.contentApproval === undefined) return 'contentReview';
    return 'design';
  }
  if (state.exports.includes('waiting')) return 'export';
  return state.exports.includes('ready') ? 'download' : 'delivered';
}

const work: Record<string, (state: State) => void> = {
  task(state) {
    createReportingDuplicates(state, 'createTask');
    state.hasTask = true;
    state.ledger.task += 1;
    state.duplicates += state.earlier.task + state.earlier.design;
  },
  outline: generate,
  review: (state) => openGate(state, 'outline'),
  edit(state) {
    state.saved = state.approval!.revision;
    const { text } = state.revisions[state.saved - 1]!;
    if (outlineOf(state, text) !== state.held.text) hold(state, text);
  },
  content(state) {
    createReportingDuplicates(state, 'startContent');
    state.content = {};
  },
  contentReview: (state) => openGate(state, 'content'),
  design: saveDesign,
  export(state) {
    createReportingDuplicates(state, 'startExport');
    state.exports[state.exports.indexOf('waiting')] = 'ready';
  },
  download(state) {
    const format = state.exports.indexOf('ready');
    state.exports[format] = 'delivered';
    if (state.earlier.files[format]) state.duplicates += 1;
    state.ledger.files[format] = true;
  },
};

function enter(state: State, stage: string): void {
  const run = work[stage];
  if (run === undefined) state.at = { kind: 'ended', outcome: stage as Outcome };
  else run(state);
}

function openGate(state: State, gate: Gate): void {
  if (gate === 'content' && state.content!.revision === undefined) {
    // From an outline that came back, the service writes what it wrote from it before.
    const again = state.revisions.find(
      ({ part, source, text }) =>
        part === 'content' && source === 'generated' && outlineOf(state, text) === state.held.text,
    );
    const text = again?.text ?? newText(state);
    state.outlines[text] = state.held.text;
    state.revisions.push({ part: 'content', source: 'generated', text });
    state.content!.revision = current(state);
  }
  if (ruleOf(state, gate) === 'off') approve(state, gate, 'review off');
  else state.at = { kind: 'gate', gate };
}

/** Counted before it is made, and not made once the budget is used up. */
function make(state: State, endpoint: Endpoint): void {
  if (total(state) >= state.limit) throw new Parked('PaidCallsExhausted');
  const trouble = state.trouble[endpoint];
  delete state.trouble[endpoint];
  // The service did not take it, so it does not count.
  if (trouble === 'refused') throw new Parked('QuotaExhausted');
  state.paid[endpoint] = (state.paid[endpoint] ?? 0) + 1;
  // An operator interrupts an outline in the middle, other calls once they are applied.
  const finished = endpoint !== 'streamOutline' || trouble === undefined || trouble === 'lost';
  if (finished && !hasJob(state, endpoint)) state.made[endpoint] += 1;
  if (trouble !== undefined) throw new Lost(trouble);
}

const outlineOf = ({ outlines }: State, text: number) => outlines[text] ?? text;

function hold(state: State, text: number): void {
  state.held.text = outlineOf(state, text);
  state.held.changes += 1;
}

/** The service has one content job for each outline: a repeated request gets the same one. */
function hasJob({ held }: State, endpoint: Endpoint): boolean {
  if (endpoint !== 'startContent') return false;
  const has = held.withJob === held.changes;
  held.withJob = held.changes;
  return has;
}

function createReportingDuplicates(state: State, endpoint: Endpoint): void {
  try {
    make(state, endpoint);
  } catch (error) {
    if (!(error instanceof Lost)) throw error;
    state.duplicates += 1;
    if (error.message === 'misshapen') throw new Parked('AnswerUnreadable');
    make(state, endpoint);
  }
}

function generate(state: State): void {
  try {
    make(state, 'streamOutline');
  } catch (error) {
    if (!(error instanceof Lost)) throw error;
    if (error.message === 'misshapen') throw new Parked('AnswerUnreadable');
    // One that is there is taken, unless it is the one that did not please.
    if (error.message !== 'lost' || state.regenerate !== undefined) make(state, 'streamOutline');
  }
  const { by } = state.regenerate ?? {};
  delete state.regenerate;
  state.revisions.push({
    part: 'outline',
    source: 'generated',
    text: newText(state),
    ...(by === undefined ? {} : { by }),
  });
  state.saved = current(state);
  hold(state, state.texts);
}

function saveDesign(state: State): void {
  try {
    make(state, 'saveDesign');
  } catch (error) {
    // Looked up and adopted.
    if (!(error instanceof Lost)) throw error;
  }
  state.hasDesign = true;
  state.ledger.design += 1;
}

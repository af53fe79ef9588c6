import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { WorkflowUpdateFailedError } from '@temporalio/client';
import type { PresentationInput } from '../../src/decks/input/input';
import { holdingsOf } from '../faults/checker';
import type { FaultyPipeline } from '../faults/faulty-pipeline';
import { Operator } from '../faults/operations';
import type { DeckHandle } from '../pipeline/pipeline';
import { bodyOf, type Command, type Message, orderOf, type Sequence, type Signal } from './commands';
import {
  cancelled,
  type Endpoint,
  endsByItself,
  moveOn,
  newDeck,
  type Order,
  type Plan,
  refusalOf,
  restarted,
  type State,
  type Trouble,
  take,
  timeOver,
} from './model';
import { refuseWrites } from './store';
import type { Turnstile } from './turnstile';
import { expectedView, heldOf, ledgerOf, madeOf, observedView } from './views';

/** A gate that ends automatically is left alone for this long. */
const DEADLINE = '2s';
/** How long a deck may take to the next place where it waits. */
const PATIENCE_MS = 300_000;

const settingsOf = (rule: Plan['review']) => {
  if (rule === 'required' || rule === 'off') return { mode: rule };
  return {
    mode: 'required',
    deadline: DEADLINE,
    onDeadline: rule === 'approved in time' ? 'approve' : 'reject',
    reminders: ['300ms', '900ms'],
  };
};

const effects: Record<Trouble, (endpoint: Endpoint) => object> = {
  refused: () => ({ type: 'code', code: 40007, msg: 'no quota' }),
  lost: () => ({ type: 'reset', when: 'after' }),
  reset: (endpoint) => held(endpoint),
  paused: (endpoint) => held(endpoint),
  failed: (endpoint) => held(endpoint),
  misshapen: (endpoint) => held(endpoint),
};
const held = (endpoint: Endpoint) =>
  endpoint === 'streamOutline' ? { type: 'stall', events: 3 } : { type: 'delay', time: '90s', when: 'after' };

/** As `temporal activity fail` and `temporal activity complete` send it. */
const BY_HAND = { message: 'Activity failed by the user', applicationFailureInfo: { nonRetryable: true } };
const SHAPELESS = { payloads: [{ metadata: { encoding: Buffer.from('json/plain') }, data: Buffer.from('null') }] };

export interface Driven {
  /** What differs; undefined when model, workflow and service agree to the end. */
  wrong?: string;
  workflowId: string;
  /** Commands that were given, those that bring the deck to its end included. */
  given: number;
}

/** Gives a deck its commands, then brings it to its end, and holds each step against the model. */
export async function drive(
  pipeline: FaultyPipeline,
  turns: Turnstile,
  { plan, commands }: Sequence,
  patienceMs = PATIENCE_MS,
): Promise<Driven> {
  const deck = new DrivenDeck(pipeline, turns, plan, patienceMs);
  try {
    await deck.start();
    for (const [index, command] of commands.entries()) await deck.give(command, `r${index}`);
    await deck.finish();
  } catch (error) {
    await deck.giveUp();
    if (!(error instanceof Disagreement)) throw error;
    return { ...deck.done(), wrong: error.message };
  }
  return deck.done();
}

class Disagreement extends Error {}

class DrivenDeck {
  /** Where the deck may be, the last of them where it will be when it waits again. */
  private possible: State[];
  private handle!: DeckHandle;
  private uid = '';
  private readonly input: Partial<PresentationInput>;
  private readonly operator: Operator;
  private given = 0;
  private last = 'start';
  private moving = false;
  /** A signal was sent, and nothing shows yet that the deck has it. */
  private signalled = false;
  /** Calls that an operator is to interrupt, with what the service held of them before. */
  private readonly armed = new Map<Endpoint, { how: Trouble; before: number }>();

  constructor(
    private readonly pipeline: FaultyPipeline,
    private readonly turns: Turnstile,
    plan: Plan,
    private readonly patienceMs: number,
  ) {
    this.possible = [moveOn(newDeck(plan))];
    this.operator = new Operator(pipeline);
    this.input = {
      title: 'Held against a model',
      formats: plan.formats as never,
      settings: {
        stepsPerRun: plan.stepsPerRun,
        paidCalls: plan.paidCalls,
        review: settingsOf(plan.review),
        contentReview: settingsOf(plan.contentReview),
      } as never,
    };
  }

  private get state(): State {
    return this.possible.at(-1)!;
  }

  done(): Driven {
    return { workflowId: this.handle?.workflowId ?? '', given: this.given };
  }

  async start(): Promise<void> {
    const { plan } = this.state;
    await this.go();
    const rules = plan.trouble.map(({ endpoint, how }) => ({ endpoint, times: 1, effect: effects[how](endpoint) }));
    for (const { endpoint, how } of plan.trouble) this.armed.set(endpoint, { how, before: 0 });
    const { uid, handle } = await this.pipeline.deck(this.input, rules);
    this.uid = uid;
    // Always the newest run, as the command line does.
    this.handle = this.pipeline.temporal.client.workflow.getHandle(handle.workflowId) as unknown as DeckHandle;
    await this.settle();
  }

  /** Gives a command where it makes sense, and waits until the deck waits again unless the next one hurries. */
  async give(command: Command, by: string): Promise<void> {
    if (this.state.at.kind === 'ended' && !this.moving) {
      if (!('by' in command || command.do === 'again')) return;
    }
    // A gate that ends automatically is only waited for: any other message could come before or after.
    if (endsByItself(this.state) && command.do !== 'restart' && command.do !== 'move') return this.wait();
    this.last = `${JSON.stringify(command)} (${by})`;
    this.given += 1;
    switch (command.do) {
      case 'restart':
        return this.withoutWorker(async () => undefined);
      case 'away':
        return this.withoutWorker(() => this.signalAll(command.signals, by));
      case 'wait':
        return this.settle();
      case 'store':
        return refuseWrites(this.pipeline.settings, command.fails);
      case 'again':
        return this.again(command.how);
      case 'trouble':
        return this.arm(command.endpoint, command.how);
      case 'cancel':
        await this.settle();
        if (this.state.at.kind === 'ended') return;
        await this.go();
        await this.handle.cancel();
        this.possible = [cancelled(this.state)];
        return this.settle();
      case 'move':
        await this.go();
        if (this.possible.some(({ at }) => at.kind === 'ended')) await this.settle();
        if (this.state.at.kind !== 'ended')
          await this.handle.executeUpdate('moveToCurrentBuild').catch(this.deadlinePassed);
        break;
      default:
        await this.go();
        if (command.by === 'update') await this.update(command, by);
        else await this.signal(command, by);
    }
    if (!('hurry' in command && command.hurry)) await this.settle();
  }

  /** The deadline of a gate may end the deck before the signal is there. */
  private readonly deadlinePassed = (error: unknown) => {
    if (!endsByItself(this.state)) throw error;
  };

  private async update(message: Message, by: string): Promise<void> {
    // Temporal brings an update in before a signal that was sent first, where both wait.
    if (this.signalled) {
      await this.settle();
      await this.go();
    }
    let order = orderOf(message, this.state, by);
    const name = order.kind === 'resolve' || (message.do === 'malformed' && message.what % 2) ? 'resolve' : 'review';
    const refusals = this.possible.map((state) => refusalOf(state, order));
    const answer = await this.answerTo(name, bodyOf(message, order));
    const accepted = answer === undefined;
    if (accepted && order.kind === 'resolve' && order.action === 'provide')
      this.differ('wrong ids were taken, which the service does not have');
    const allowed = accepted
      ? refusals.some((refusal) => refusal === undefined)
      : refusals.some((refusal) => refusal?.test(answer)) || this.isWrongId(order, refusals, answer);
    if (!allowed)
      this.differ(`the update was ${accepted ? 'taken' : `refused: ${answer}`}; the model: ${refusals.map(String)}`);
    if (this.isWrongId(order, refusals, answer ?? '')) {
      this.possible = [take(this.state, order as never)];
      return;
    }
    if (!accepted) return;
    order = order as Exclude<Order, { kind: 'malformed' }>;
    // The last place at which it can have been taken: an earlier one leads there.
    const from = this.possible[refusals.lastIndexOf(undefined)]!;
    const effect = take(from, order);
    const settled = moveOn(effect);
    const opened = effect.at.kind === 'gate' ? [] : [effect];
    this.possible = [...(order.kind === 'resolve' ? [{ ...from, taken: 'resolve' as const }] : []), ...opened, settled];
  }

  /** Ids are looked at first, so this refusal is one that the deck has taken note of. */
  private isWrongId(order: Order, refusals: unknown[], answer: string): boolean {
    const provides = order.kind === 'resolve' && order.action === 'provide';
    return provides && refusals.at(-1) === undefined && /999999999|not|no /.test(answer);
  }

  private async answerTo(name: string, body: unknown): Promise<string | undefined> {
    const updateId = randomUUID();
    const send = (): Promise<string | undefined> =>
      this.handle.executeUpdate(name, { args: [body], updateId }).then(
        () => undefined,
        (error: WorkflowUpdateFailedError) => {
          const refusal = error.cause?.message ?? error.message;
          // The connection broke, or a task failed on a busy machine: the same update again, as any sender does.
          return /UNAVAILABLE|Workflow Task in failed state/.test(refusal) ? send() : refusal;
        },
      );
    const sent = send();
    const late = new AbortController();
    try {
      return await Promise.race([
        sent,
        pause(this.patienceMs, undefined, { signal: late.signal }).then(() => this.differ('the update has no answer')),
      ]);
    } finally {
      late.abort();
    }
  }

  private async signal(message: Signal, by: string): Promise<void> {
    const ended = this.possible.some(({ at }) => at.kind === 'ended');
    const orders = this.possible.map((state) => refusalOf(state, signalled(message, this.state, by)) === undefined);
    // No answer says whether it was taken, so it is not sent where that could go either way.
    if (ended || new Set(orders).size > 1 || this.possible.some(({ taken }) => taken)) await this.settle();
    if (this.state.at.kind === 'ended') {
      const sent = await this.handle.signal('approveOutline', {}).then(
        () => 'taken',
        () => 'refused',
      );
      if (sent === 'taken') this.differ('a deck that has ended took a signal');
      return;
    }
    const order = signalled(message, this.state, by);
    await this.handle.signal(signalOf(message), bodyOf(message, order));
    if (signalOf(message) !== UNHEARD_OF) this.possible = afterSignal(this.possible, order);
    this.signalled = true;
  }

  /** The deck is at rest; then the worker goes, and comes back, while no other deck is on its way. */
  private async withoutWorker(meanwhile: () => Promise<void>): Promise<void> {
    await this.settle();
    await this.turns.alone(async () => {
      await this.pipeline.stopWorker();
      try {
        await meanwhile();
      } finally {
        await this.pipeline.startWorker();
      }
    });
    await this.go();
    await this.settle();
  }

  private async signalAll(messages: Signal[], by: string): Promise<void> {
    if (this.state.at.kind === 'ended') return;
    let taken: State | undefined;
    let state = this.state;
    const sentFor = state;
    for (const [index, message] of messages.entries()) {
      const order = signalled(message, sentFor, `${by}.${index}`);
      await this.handle.signal(signalOf(message), bodyOf(message, order));
      if (signalOf(message) === UNHEARD_OF) continue;
      if (order.kind === 'malformed' || refusalOf(state, order) !== undefined) {
        state = { ...state, ignored: state.ignored + 1 };
        if (taken !== undefined) taken = { ...taken, ignored: taken.ignored + 1 };
      } else {
        taken = take(state, order);
        state = { ...state, taken: order.kind };
      }
    }
    this.possible = [moveOn(taken ?? state)];
  }

  private async arm(endpoint: Endpoint, how: Trouble): Promise<void> {
    await this.settle();
    if (this.state.at.kind === 'ended' || this.state.trouble[endpoint] !== undefined) return;
    const rule = { endpoint, times: 1, effect: effects[how](endpoint) };
    await this.pipeline.administer('POST', '/faults', { uid: this.uid, ...rule });
    this.armed.set(endpoint, { how, before: this.state.made[endpoint] });
    const { trouble } = this.state;
    this.possible = [{ ...this.state, trouble: { ...trouble, [endpoint]: how } }];
  }

  private async again(how: 'reset' | 'start'): Promise<void> {
    await this.settle();
    await this.go();
    const { uid, handle, operator } = this;
    await operator.changeFiles({ uid, handle });
    const { events } = await handle.fetchHistory();
    const continued = events![0]!.workflowExecutionStartedEventAttributes!.continuedExecutionRunId;
    // Without its messages, as the model: those that came before a gate would be ignored.
    if (how === 'reset' && !continued) await operator.reset({ uid, handle }, 'first', [1, 2, 4]);
    else {
      await handle.terminate('to start it again').catch(() => undefined);
      await this.pipeline.start({ ...this.input, uid });
    }
    this.possible = [moveOn(restarted(this.state))];
    await this.settle();
  }

  private async wait(): Promise<void> {
    await this.go();
    this.possible = [moveOn(timeOver(this.state))];
    this.last = 'the deadline';
    await this.settle();
  }

  /** From a command to the next rest, no worker stops. */
  private async go(): Promise<void> {
    if (!this.moving) await this.turns.enter();
    this.moving = true;
  }

  /** Until the deck waits as the model says. */
  private async settle(): Promise<void> {
    if (!this.moving) return;
    const expected = expectedView(this.state);
    const until = Date.now() + this.patienceMs;
    for (let pauseMs = 40; ; pauseMs = Math.min(pauseMs * 1.6, 400)) {
      const found = await observedView(this.handle);
      if (JSON.stringify(found) === JSON.stringify(expected)) break;
      // Its time may be over before anyone has looked.
      if (endsByItself(this.state)) {
        const over = moveOn(timeOver(this.state));
        if (JSON.stringify(found) === JSON.stringify(expectedView(over))) {
          this.possible = [over];
          break;
        }
      }
      if (Date.now() > until) this.differ(`found ${JSON.stringify(found)}\nmodel ${JSON.stringify(expected)}`);
      await this.interrupt();
      await pause(pauseMs);
    }
    this.possible = [this.state];
    this.moving = false;
    this.signalled = false;
    this.turns.leave();
  }

  /** The operator, as soon as the call is applied whose answer is under way. */
  private async interrupt(): Promise<void> {
    for (const [type, { how, before }] of this.armed) {
      if (how === 'refused' || how === 'lost') {
        this.armed.delete(type);
        continue;
      }
      const { raw } = await this.handle.describe();
      const pending = raw.pendingActivities?.find(({ activityType }) => activityType?.name === type);
      if (pending === undefined) continue;
      const applied =
        type === 'streamOutline' ? pending.heartbeatDetails?.payloads?.[0]?.data?.length : this.held()[type] > before;
      if (!applied) continue;
      this.armed.delete(type);
      const { namespace } = this.pipeline.settings.temporal;
      const execution = { namespace, execution: { workflowId: this.handle.workflowId }, identity: 'operator', type };
      const { workflowService } = this.pipeline.temporal.client;
      const activity = { namespace, workflowId: this.handle.workflowId, activityId: pending.activityId! };
      if (how === 'reset') await workflowService.resetActivity(execution);
      else if (how === 'failed') await workflowService.respondActivityTaskFailedById({ ...activity, failure: BY_HAND });
      else if (how === 'misshapen')
        await workflowService.respondActivityTaskCompletedById({ ...activity, result: SHAPELESS });
      else {
        await workflowService.pauseActivity(execution);
        // Longer than the worker needs to hear of it with a heartbeat.
        await pause(5000);
        await workflowService.unpauseActivity(execution).catch(() => undefined);
      }
    }
  }

  private held() {
    return madeOf(holdingsOf(this.pipeline.settings.data.directory, this.uid));
  }

  /** On to the end, as people would bring it there; then the service's own store, and what the workflow returned. */
  async finish(): Promise<void> {
    await this.settle();
    for (let step = 0; this.state.at.kind !== 'ended'; step += 1) {
      if (step > 30) throw new Error('the model does not end');
      const by = `end ${step}`;
      if (endsByItself(this.state)) await this.wait();
      else if (this.state.at.kind === 'parked')
        await this.give({ do: 'resolve', action: 'retry', budget: 'ample', by: 'update' }, by);
      else await this.give({ do: 'review', decision: 'approve', revision: 'current', by: 'update' }, by);
    }
    this.last = 'the end';
    const { at, made } = this.state;
    const { outcome } = at as { outcome: string };
    const end = await this.handle.result().then(
      (result) => result.outcome as string,
      (error) => ({ CancelledFailure: 'cancelled' })[error.cause?.name as string] ?? error.cause?.type?.toLowerCase(),
    );
    if (end !== outcome) this.differ(`it ended ${end}; the model: ${outcome}`);
    const stored = JSON.stringify(this.held());
    if (stored !== JSON.stringify(made)) this.differ(`the service holds ${stored}; the model: ${JSON.stringify(made)}`);
    const { ledger } = this.state;
    const noted = JSON.stringify(await ledgerOf(this.pipeline, this.uid, this.handle.workflowId));
    const expected = JSON.stringify({ task: ledger.task, design: ledger.design, unpaid: [] });
    if (noted !== expected) this.differ(`the ledger has ${noted}; the model: ${expected}`);
    // The checker of the fault matrix knows of one run only.
    if (this.state.earlier.task > 0) return;
    const wrong = await heldOf(this.pipeline, this.uid, this.handle);
    if (wrong.length > 0) this.differ(wrong.join('; '));
  }

  /** Nothing is left running of a deck that differs. */
  async giveUp(): Promise<void> {
    if (this.moving) this.turns.leave();
    this.moving = false;
    await this.handle?.terminate('it differs from the model').catch(() => undefined);
  }

  private differ(how: string): never {
    throw new Disagreement(`after ${this.last}: ${how}`);
  }
}

/** A signal that nothing handles changes nothing, and leaves no word. */
const UNHEARD_OF = 'unheard of';

function signalOf(message: Signal): string {
  return message.do === 'malformed' && message.what % 3 === 2 ? UNHEARD_OF : 'approveOutline';
}

function signalled(message: Signal, state: State, by: string): Order {
  const order = orderOf(message, state, by);
  return order.kind === 'review' ? { ...order, signal: true } : order;
}

/** Wherever the deck is, the signal is taken there, or noted as ignored. */
function afterSignal(possible: State[], order: Order): State[] {
  if (order.kind === 'malformed' || refusalOf(possible[0]!, order) !== undefined) {
    return possible.map((state) => ({ ...state, ignored: state.ignored + 1 }));
  }
  const from = possible.at(-1)!;
  const effect = take(from, order);
  return [{ ...from, taken: order.kind }, effect, moveOn(effect)];
}

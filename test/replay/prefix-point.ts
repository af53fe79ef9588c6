import { coresdk } from '@temporalio/proto';
import type { Workflow } from '@temporalio/worker/lib/workflow/interface';
import type { PresentationProgress } from '../../src/core/progress';
import { type Message, messagesFor, type Sent, unknownSignals, unknownUpdates } from './prefix-messages';
import type { Stand } from './prefix-worker';

export type Activation = coresdk.workflow_activation.IWorkflowActivation;
export type Job = coresdk.workflow_activation.IWorkflowActivationJob;
export type Completion = coresdk.workflow_completion.IWorkflowActivationCompletion;
type Command = coresdk.workflow_commands.IWorkflowCommand;
type Kind = 'signal' | 'update' | 'cancel';

/** What was wrong after a delivery. */
export interface Fault {
  delivery: string;
  fault: string;
}

export interface Seen {
  deliveries: number;
  faults: Fault[];
}

/** Says what is sent where, as all of it is much: a message by its number, to a workflow with this progress. */
export type Chosen = (message: Message, number: number, progress: Partial<PresentationProgress> | undefined) => boolean;

const STACKS = ['__stack_trace', '__enhanced_stack_trace'];
const METADATA = '__temporal_workflow_metadata';
const ENDS = [
  'completeWorkflowExecution',
  'failWorkflowExecution',
  'cancelWorkflowExecution',
  'continueAsNewWorkflowExecution',
] as const;
/** Errors of this code; a refusal in words is an `Error`. */
const MISTAKES = ['TypeError', 'RangeError', 'ReferenceError'];

/** Asks everything that the workflow answers. Twice, as an answer must change nothing. */
export async function ask(stand: Stand, seen: Seen): Promise<void> {
  for (const name of [...(await handlersOf(stand)).queries, ...STACKS]) {
    const [first, second] = [await query(stand.workflow, stand, name), await query(stand.workflow, stand, name)];
    seen.deliveries += 2;
    const fault = first.fault ?? second.fault ?? (first.json === second.json ? undefined : 'two answers differ');
    if (fault !== undefined) seen.faults.push({ delivery: `query ${name}`, fault });
  }
}

/**
 * Sends everything that the workflow takes, and a cancellation: after the prefix, and in one step with its end. What
 * had an effect is repeated as a replay does it, with the same commands.
 */
export async function send(stand: Stand, seen: Seen, chosen: Chosen): Promise<void> {
  const { signals, updates, queries } = await handlersOf(stand);
  const hasProgress = queries.includes('progress');
  const progressOf = async (workflow: Workflow) =>
    hasProgress ? read(await query(workflow, stand, 'progress')) : undefined;
  const before = await progressOf(stand.workflow);
  const unchanged = essence(before);
  const letters: (readonly [Kind, Message])[] = [
    ...updates.flatMap((name) => messagesFor(name, before).map((message) => ['update', message] as const)),
    ...unknownUpdates.map((message) => ['update', message] as const),
    ...signals.flatMap((name) => messagesFor(name, before).map((message) => ['signal', message] as const)),
    ...unknownSignals.map((message) => ['signal', message] as const),
    ['cancel', { name: 'cancel', what: 'the deck', sent: [] }],
  ];
  const { workflow: other, completions: sofar } = await stand.again('ended', stand.activations);
  const ended = sofar.some(hasEnd);
  await other.dispose();
  let fresh: Workflow | undefined;
  for (const [number, [kind, message]] of letters.entries()) {
    if (!chosen(message, number, before)) continue;
    const delivery = `${kind} ${message.name}: ${message.what}`;
    const fail = (way: string, fault: string | undefined) => {
      if (fault !== undefined) seen.faults.push({ delivery: `${delivery} (${way})`, fault });
    };
    if (!ended) {
      fresh ??= (await stand.again('sent to', stand.activations)).workflow;
      const live = after(stand, kind, message);
      const completion = await finished(fresh, live);
      seen.deliveries += 1;
      // What fits no handler and has no command is looked at when the next has one: it is most of what is sent.
      const silent = message.shape && !completion.failed && commandsOf(completion).every(isRefusal);
      if (silent) continue;
      const progress = completion.failed ? undefined : await progressOf(fresh);
      fail('after it', faultOf(kind, message, completion) ?? progress?.fault);
      const effect = completion.failed || commandsOf(completion).length > 0 || essence(progress) !== unchanged;
      if (!effect || onlyRefused(completion, essence(progress) === unchanged)) continue;
      if (kind === 'update' && isRefused(completion)) fail('after it', 'was refused and had an effect');
      if (!completion.failed) {
        for (const name of [...STACKS, METADATA]) fail(`${name} after it`, (await query(fresh, stand, name)).fault);
        fail('replayed', await differs(stand, live));
      }
      await fresh.dispose();
      fresh = undefined;
    }
    if (message.shape || message.heavy) continue;
    const step = together(stand, kind, message);
    const { workflow, completions } = await stand.again('at once', [...stand.activations.slice(0, -1), step]);
    seen.deliveries += 1;
    fail('in one step', faultOf(kind, message, completions.at(-1)!));
    await workflow.dispose();
  }
  await fresh?.dispose();
}

async function handlersOf({ workflow, ...stand }: Stand) {
  const { json } = await query(workflow, { workflow, ...stand }, METADATA);
  const { definition } = JSON.parse(json ?? '{"definition":{}}');
  const names = (list: { name?: string }[] = []) => list.map(({ name }) => name!).filter(Boolean);
  return {
    queries: names(definition.queryDefinitions).filter((name) => !STACKS.includes(name)),
    signals: names(definition.signalDefinitions),
    updates: names(definition.updateDefinitions),
  };
}

interface Answer {
  json?: string;
  fault?: string;
}

export async function query(workflow: Workflow, { activations }: Stand, queryType: string): Promise<Answer> {
  const completion = await finished(workflow, {
    ...next(activations.at(-1)!),
    jobs: [{ queryWorkflow: { queryId: 'asked', queryType, arguments: [], headers: {} } }],
  });
  if (completion.failed) return { fault: `failed the step: ${completion.failed.failure?.message}` };
  const commands = commandsOf(completion);
  const answer = commands[0]?.respondToQuery;
  if (commands.length !== 1 || !answer) return { fault: `has no answer but ${kindsOf(commands)}` };
  if (answer.failed) return { fault: `failed: ${answer.failed.message}` };
  return { json: Buffer.from(answer.succeeded?.response?.data ?? []).toString('utf8') };
}

/** Progress, or why there is none. */
function read({ json, fault }: Answer): Partial<PresentationProgress> & { fault?: string } {
  return fault === undefined ? JSON.parse(json!) : { fault: `query progress ${fault}` };
}

/** Without what an ignored signal leaves. */
function essence(progress: Partial<PresentationProgress> | undefined): string {
  const { problems: _, ...rest } = progress ?? {};
  return JSON.stringify(rest);
}

/** One step of the sandbox; one that does not end is stopped by the bound of the sandbox and fails. */
export async function finished(workflow: Workflow, activation: Activation): Promise<Completion> {
  try {
    return await workflow.activate(coresdk.workflow_activation.WorkflowActivation.fromObject(activation));
  } catch (error) {
    return { failed: { failure: { message: String(error) } } };
  }
}

/** The step after the one given, a second later. */
export function next(last: Activation): Activation {
  return {
    ...last,
    timestamp: { seconds: last.timestamp!.seconds!.add(1), nanos: last.timestamp!.nanos ?? 0 },
    isReplaying: false,
    jobs: [],
  };
}

const after = ({ activations }: Stand, kind: Kind, message: Message): Activation => ({
  ...next(activations.at(-1)!),
  jobs: [jobOf(kind, message)],
});

/** In the order in which core puts them: messages before what was awaited. */
function together({ activations }: Stand, kind: Kind, message: Message): Activation {
  const last = activations.at(-1)!;
  const isFirst = (job: Job) => Boolean(job.initializeWorkflow ?? job.notifyHasPatch ?? job.updateRandomSeed);
  const jobs = last.jobs!;
  return {
    ...last,
    isReplaying: jobs.some((job) => job.notifyHasPatch),
    jobs: [...jobs.filter(isFirst), jobOf(kind, message), ...jobs.filter((job) => !isFirst(job)).map(judged)],
  };
}

/** An update in the history was accepted there; after another message it is validated again. */
const judged = (job: Job): Job => (job.doUpdate ? { doUpdate: { ...job.doUpdate, runValidator: true } } : job);

export function jobOf(kind: Kind, { name, sent }: Pick<Message, 'name' | 'sent'>, id = 'an-update'): Job {
  const input = sent.map(payload);
  if (kind === 'cancel') return { cancelWorkflow: { reason: 'by a person' } };
  if (kind === 'signal') return { signalWorkflow: { signalName: name, input, identity: 'a person', headers: {} } };
  const meta = { identity: 'a person', updateId: id };
  return { doUpdate: { id, protocolInstanceId: id, name, input, headers: {}, meta, runValidator: true } };
}

export function payload({ encoding, data }: Sent) {
  return { metadata: { encoding: Buffer.from(encoding) }, data: Buffer.from(data) };
}

/** Undefined where a replay does what was done; else a sentence. The history then contains the patches that were used. */
async function differs(stand: Stand, live: Activation): Promise<string | undefined> {
  const completion = await alone(stand, 'live', live);
  const patches = commandsOf(completion).flatMap(({ setPatchMarker }) => setPatchMarker?.patchId ?? []);
  const replay: Activation = {
    ...live,
    isReplaying: true,
    availableInternalFlags: [
      ...(live.availableInternalFlags ?? []),
      ...(completion.successful?.usedInternalFlags ?? []),
    ],
    jobs: [
      ...patches.map((patchId) => ({ notifyHasPatch: { patchId } })),
      ...live.jobs!.map((job) => (job.doUpdate ? { doUpdate: { ...job.doUpdate, runValidator: false } } : job)),
    ],
  };
  const again = await alone(stand, 'replayed', replay);
  const [first, second] = [completion, again].map((one) => JSON.stringify(one.failed ?? commandsOf(one)));
  return first === second ? undefined : `other commands: ${first}, then ${second}`;
}

/** In a workflow of its own, which nothing else was sent to. */
async function alone(stand: Stand, runId: string, activation: Activation): Promise<Completion> {
  const { workflow } = await stand.again(runId, stand.activations);
  const completion = await finished(workflow, activation);
  await workflow.dispose();
  return completion;
}

function faultOf(kind: Kind, { name }: Message, completion: Completion): string | undefined {
  if (completion.failed) return `failed the step: ${completion.failed.failure?.message}`;
  if (kind !== 'update') return undefined;
  const answers = commandsOf(completion).flatMap(({ updateResponse }) => updateResponse ?? []);
  if (answers.length === 0) return 'has no answer';
  const { rejected } = answers[0]!;
  const type = rejected?.applicationFailureInfo?.type;
  if (!rejected || name === 'nobodysUpdate' || !MISTAKES.includes(type ?? '')) return undefined;
  return `the validator threw ${type}: ${rejected.message}`;
}

const isRefusal = ({ updateResponse }: Command) => Boolean(updateResponse?.rejected);
const isRefused = (completion: Completion) => commandsOf(completion).some(isRefusal);
const onlyRefused = (completion: Completion, unchanged: boolean) =>
  unchanged && isRefused(completion) && commandsOf(completion).length === 1;
const hasEnd = (completion: Completion) => commandsOf(completion).some((command) => ENDS.some((end) => command[end]));
export const commandsOf = (completion: Completion): Command[] => completion.successful?.commands ?? [];
const kindsOf = (commands: Command[]) =>
  commands
    .map((command) => Object.keys(command).filter((key) => key !== 'userMetadata' && key !== 'eventGroupMarkers'))
    .join();

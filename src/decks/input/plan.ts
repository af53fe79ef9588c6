import { createHash } from 'node:crypto';
import { ApplicationFailure } from '@temporalio/common';
import { z } from 'zod';
import { refusedPaths, type Settings, workflowSettings } from '../../config';
import { type DeckKeys, userKeyOf, workflowIdOf } from '../../core/deck-id';
import { wireFormats } from '../../core/formats';
import { hasLimits } from '../../core/gate-policy';
import { given } from '../../core/given';
import { overlay } from '../../core/overlay';
import type { ServiceId } from '../../core/service-id';
import type { Brief } from '../../frames/frame';
import { inlineDocument } from '../documents/document-store';
import {
  type CheckedInput,
  type DeckSource,
  type PresentationPlan,
  presentationInput,
  type WireValues,
  type WorkflowSettings,
} from './input';
import { titleOfText } from './input-text';
import { weakerThan } from './review-floor';

type PlanSettings = Pick<Settings, 'workflow' | 'profile'> & Partial<Pick<Settings, 'reviewServer'>>;

/** A caller who may start decks and not decide cannot open a gate by settings either. */
export interface Starter {
  mayDecide?: boolean;
}

/** The plan of an input. @throws `InvalidInput` that names each invalid field */
export function planOf(input: unknown, settings: PlanSettings): PresentationPlan {
  return checkedDeck(input, settings).plan;
}

/** A validated input with its plan. @throws `InvalidInput` that names each invalid field */
export function checkedDeck(
  input: unknown,
  settings: PlanSettings,
  starter: Starter = {},
): { input: CheckedInput; plan: PresentationPlan } {
  const parsed = presentationInput.safeParse(input);
  if (!parsed.success) throw invalidInput(parsed.error);
  const { data } = parsed;
  return { input: data as CheckedInput, plan: planned(data, settings, starter) };
}

function planned(data: ReadInput, settings: PlanSettings, starter: Starter): PresentationPlan {
  const merged = settingsOf(data, settings.workflow, starter);
  const source = sourceOf(data);
  const title = data.title ?? placeholderOf(source, data.from?.designId);
  const reviewUrl = settings.reviewServer?.publicUrl ?? undefined;
  const ownWords = source.kind === 'document' || source.kind === 'topic' || source.kind === 'markdown';
  return {
    uid: data.uid,
    channel: data.channel ?? '',
    request: data.request,
    ...given({ startedBy: data.startedBy }),
    title,
    titled: data.title !== undefined,
    name: data.name ?? title,
    source,
    provider: data.provider ?? 'default',
    ...(data.options === undefined ? {} : { options: data.options as NonNullable<PresentationPlan['options']> }),
    content: data.content ?? (ownWords ? 'as-is' : 'ticket'),
    proLayout: data.proLayout ?? false,
    ...given({ template: data.template }),
    formats: data.formats ?? merged.exportFormats,
    edit: data.edit ?? true,
    zip: data.zip ?? false,
    ...given({ brief: briefOf(data) }),
    ...(data.facts === undefined ? {} : { facts: inlineDocument(data.facts) }),
    ...(data.from === undefined ? {} : { from: data.from as NonNullable<PresentationPlan['from']> }),
    wire: wireOf(source, settings.profile, data.slides !== undefined),
    settings: merged,
    ...given({ reviewUrl, slides: data.slides }),
    folderId: folderIdOf({ uid: data.uid, channel: data.channel, request: data.request }),
  };
}

/** Digits of an id that is a hash: more than a key that is used as it is can have. */
const HASH_DIGITS = 13;

/**
 * Identifies a deck in the name of its directory: a short key itself, otherwise a hash, also if only capitals keep the
 * deck apart from another one, because some file systems ignore them.
 */
export function folderIdOf(keys: DeckKeys): string {
  const { request } = keys;
  const user = userKeyOf(keys);
  const isPlain = /^[a-z0-9]+$/.test(request) && request.length < HASH_DIGITS && user === user.toLowerCase();
  if (isPlain) return request;
  const hash = createHash('sha256').update(workflowIdOf(keys), 'utf16le').digest('hex');
  return BigInt(`0x${hash}`).toString(36).padStart(50, '0').slice(-HASH_DIGITS);
}

type ReadInput = z.output<typeof presentationInput>;

function sourceOf({ document, topic, markdown }: ReadInput): DeckSource {
  if (document !== undefined) {
    const { path, url, file, treatment = 'keep' } = document;
    const from = path !== undefined ? { path } : url !== undefined ? { url } : { file: file! };
    return { kind: 'document', from, treatment };
  }
  if (topic !== undefined) return { kind: 'topic', topic };
  if (markdown === undefined) return { kind: 'title' };
  if (typeof markdown === 'string') return { kind: 'markdown', document: inlineDocument(markdown) };
  return { kind: 'markdown', document: { ...markdown, preview: markdown.preview ?? '' } };
}

function briefOf({ kind, audience, remember }: ReadInput): Brief | undefined {
  const brief = given({ kind, audience, remember });
  return Object.keys(brief).length === 0 ? undefined : brief;
}

/** The title of the deck until its source is read. */
function placeholderOf(source: DeckSource, designId: ServiceId | undefined): string {
  switch (source.kind) {
    case 'document':
      return 'path' in source.from ? source.from.path : 'file' in source.from ? source.from.file.name : 'a document';
    case 'topic':
      return `topic ${source.topic}`;
    case 'markdown': {
      const { document } = source;
      return titleOfText('text' in document ? document.text : document.preview);
    }
    case 'title':
      return `design ${designId}`;
  }
}

const taskKinds = { title: 'title', document: 'wordDocument', topic: 'topic', markdown: 'markdown' } as const;

/** @param condenses A condensed document is sent as Markdown. */
function wireOf(source: DeckSource, profile: Settings['profile'], condenses: boolean): WireValues {
  const kind = condenses ? 'markdown' : source.kind;
  return {
    taskType: profile.taskTypes[taskKinds[kind]],
    ...(kind === 'document' && source.kind === 'document' ? { treatment: profile.wordImport[source.treatment] } : {}),
    proLayout: profile.layoutTypes.pro,
    newestCreated: profile.designOrder.newestCreated,
    formats: wireFormats(profile.exportFormats),
  };
}

/**
 * The section `workflow` with the overrides of the input. Limits that protect the service and the budget, and the review
 * policy, only get stricter.
 */
function settingsOf(
  { settings: overrides = {}, from }: ReadInput,
  standard: WorkflowSettings,
  { mayDecide = true }: Starter,
): WorkflowSettings {
  const refused = refusedPaths(workflowSettings, overrides, ['settings']);
  refuse(refused.map((path) => `${path.join('.')}: is not a setting`));
  const merged = workflowSettings.safeParse(overlay(z.encode(workflowSettings, standard), overrides));
  if (!merged.success) throw invalidInput(merged.error, 'settings');
  const { data } = merged;
  const faults = weakerThan(standard, data, !mayDecide).map(([field, sentence]) => `settings.${field}: ${sentence}`);
  if (data.polling.floor < standard.polling.floor || data.paidCalls > standard.paidCalls) {
    faults.push('settings.polling.floor must not be lower, and settings.paidCalls not higher, than in temporal.yaml');
  }
  // The job started without the approvals of this gate.
  if (from?.ticket !== undefined && data.review.mode !== 'off' && (hasLimits(data.review) || !mayDecide)) {
    faults.push('from.ticket: skips the outline gate, whose policy is workflow.review; start from the task alone');
  }
  refuse(faults);
  return data;
}

function refuse(faults: readonly string[]): void {
  if (faults.length > 0) throw ApplicationFailure.nonRetryable(`invalid input: ${faults.join('; ')}`, 'InvalidInput');
}

/** `InvalidInput` with the path of each invalid field, below `prefix`. */
export function invalidInput(error: z.ZodError, prefix = ''): ApplicationFailure {
  const lines = error.issues.map((issue) => {
    const path = [prefix, ...issue.path.map(String)].filter((part) => part !== '').join('.');
    return path === '' ? issue.message : `${path}: ${issue.message}`;
  });
  return ApplicationFailure.nonRetryable(`invalid input: ${lines.join('; ')}`, 'InvalidInput');
}

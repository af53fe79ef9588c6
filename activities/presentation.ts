import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { z } from 'zod';
import type { Settings } from '../src/config/settings';
import { workflowSettings } from '../src/config/workflow-settings';
import { noticesOf } from '../src/notifications/receivers';
import { WORKFLOW_ID_PREFIX } from '../src/presentation/deck-id';
import type { Document } from '../src/presentation/document';
import {
  type DeckSource,
  type PresentationPlan,
  presentationInput,
  type WireValues,
  type WorkflowSettings,
} from '../src/presentation/input';
import type { OutlineTree } from '../src/presentation/messages';
import { overlay } from '../src/presentation/overlay';
import { unprintableFault } from '../src/unprintable';
import { inlineDocument } from './documents';
import type { GeneratedText } from './generation';
import { markdownOf, outlineFacts, unfenced } from './outline-text';
import { type ActivityDependencies, perform } from './perform';

/** A reminder or a trouble that somebody should hear of. */
export interface Notice {
  kind: 'review.reminder' | 'review.escalated' | 'deck.parked';
  /** Who shall hear of it, where that is somebody in particular. */
  to?: string;
  uid: string;
  request: string;
  title: string;
  message: string;
}

export interface EditedOutline {
  outline: string | Document | OutlineTree;
  inline?: boolean;
}

export function presentationActivities(deps: ActivityDependencies) {
  function textOf(outline: string | Document | OutlineTree): string | Promise<string> {
    if (typeof outline === 'string') return outline;
    return 'value' in outline ? markdownOf(outline) : deps.documents.get(outline);
  }

  return {
    /**
     * Checks the input and fills in every choice from the settings, before anything is created. The workflow cannot
     * do this itself: its sandbox holds neither zod nor the settings.
     * @throws `InvalidInput`, with the path of each wrong field.
     */
    preparePresentation: (input: unknown): Promise<PresentationPlan> =>
      perform(deps, undefined, async () => {
        const plan = planOf(input, deps.settings);
        // Once checked, a text goes to the store: the plan is part of every history.
        if (plan.source.kind === 'markdown' && 'text' in plan.source.document) {
          plan.source.document = await deps.documents.put(plan.source.document.text);
        }
        const notices = noticesOf(deps.settings.notifications);
        return notices.length === 0 ? plan : { ...plan, notices };
      }),

    /** Takes an edited outline into the store; its message carried it inline. @param inline false: whatever its length */
    storeOutline: ({ outline, inline }: EditedOutline): Promise<GeneratedText> =>
      perform(deps, undefined, async () => {
        const markdown = unfenced(await textOf(outline));
        const facts = outlineFacts(markdown);
        if (facts.title === '' || facts.chapters === 0) {
          throw ApplicationFailure.nonRetryable(
            'the edited outline needs a title line ("# …") and at least one chapter ("## …")',
            'InvalidOutline',
          );
        }
        const unprintable = unprintableFault(markdown, 'the edited outline');
        if (unprintable !== undefined) throw ApplicationFailure.nonRetryable(unprintable, 'InvalidOutline');
        return { document: await deps.documents.put(markdown, { inline }), ...facts };
      }),

    /** Tells the operator's log; the workflow repeats it by its own timers. */
    notify: (notice: Notice): Promise<void> =>
      perform(deps, undefined, async () => {
        const { kind, to, message } = notice;
        // Not from uid and request: the id also has the channel.
        const deck = Context.current().info.workflowExecution!.workflowId.replace(`${WORKFLOW_ID_PREFIX}/`, '');
        deps.log.warn({ deck, notice: kind, ...(to === undefined ? {} : { to }) }, message);
      }),
  };
}

/** The plan of an input, or an `InvalidInput` failure that names each wrong field. */
export function planOf(
  input: unknown,
  settings: Pick<Settings, 'workflow' | 'profile'> & Partial<Pick<Settings, 'reviewServer'>>,
): PresentationPlan {
  const parsed = presentationInput.safeParse(input);
  if (!parsed.success) throw invalidInput(parsed.error);
  const { data } = parsed;
  const merged = settingsOf(data, settings.workflow);
  const source = sourceOf(data);
  const title = data.title ?? placeholderOf(source, data.from?.designId);
  const reviewUrl = settings.reviewServer?.publicUrl ?? undefined;
  const ownWords = source.kind === 'document' || source.kind === 'topic' || source.kind === 'markdown';
  return {
    uid: data.uid,
    channel: data.channel ?? '',
    request: data.request,
    title,
    titled: data.title !== undefined,
    name: data.name ?? title,
    source,
    provider: data.provider ?? 'default',
    ...(data.options === undefined ? {} : { options: data.options as NonNullable<PresentationPlan['options']> }),
    content: data.content ?? (ownWords ? 'as-is' : 'ticket'),
    proLayout: data.proLayout ?? false,
    ...(data.template === undefined ? {} : { template: data.template }),
    formats: data.formats ?? merged.exportFormats,
    edit: data.edit ?? true,
    zip: data.zip ?? false,
    ...(data.from === undefined ? {} : { from: data.from as NonNullable<PresentationPlan['from']> }),
    wire: wireOf(source, settings.profile),
    settings: merged,
    ...(reviewUrl === undefined ? {} : { reviewUrl }),
  };
}

type CheckedInput = z.output<typeof presentationInput>;

function sourceOf({ document, topic, markdown }: CheckedInput): DeckSource {
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

/** What the deck is called until its source has been looked at. */
function placeholderOf(source: DeckSource, designId: number | undefined): string {
  switch (source.kind) {
    case 'document':
      return 'path' in source.from ? source.from.path : 'file' in source.from ? source.from.file.name : 'a document';
    case 'topic':
      return `topic ${source.topic}`;
    case 'markdown': {
      const { document } = source;
      return outlineFacts('text' in document ? document.text : document.preview).title || 'a text';
    }
    case 'title':
      return `design ${designId}`;
  }
}

const taskKinds = { title: 'title', document: 'wordDocument', topic: 'topic', markdown: 'markdown' } as const;

function wireOf(source: DeckSource, profile: Settings['profile']): WireValues {
  return {
    taskType: profile.taskTypes[taskKinds[source.kind]],
    ...(source.kind === 'document' ? { treatment: profile.wordImport[source.treatment] } : {}),
    proLayout: profile.layoutTypes.pro,
    newestCreated: profile.designOrder.newestCreated,
    formats: profile.exportFormats,
  };
}

/** The overrides of the input laid over the section `workflow`; what protects service and budget only gets stricter. */
function settingsOf({ settings: overrides = {} }: CheckedInput, standard: WorkflowSettings): WorkflowSettings {
  const merged = workflowSettings.safeParse(overlay(z.encode(workflowSettings, standard), overrides));
  if (!merged.success) throw invalidInput(merged.error, 'settings');
  if (merged.data.polling.floor < standard.polling.floor || merged.data.paidCalls > standard.paidCalls) {
    throw ApplicationFailure.nonRetryable(
      'settings.polling.floor and settings.paidCalls may only be stricter than in temporal.yaml',
      'InvalidInput',
    );
  }
  return merged.data;
}

/** `InvalidInput` with the path of each wrong field, below `prefix`. */
export function invalidInput(error: z.ZodError, prefix = ''): ApplicationFailure {
  const lines = error.issues.map((issue) => {
    const path = [prefix, ...issue.path.map(String)].filter((part) => part !== '').join('.');
    return path === '' ? issue.message : `${path}: ${issue.message}`;
  });
  return ApplicationFailure.nonRetryable(`the input does not fit: ${lines.join('; ')}`, 'InvalidInput');
}

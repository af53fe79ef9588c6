import { ApplicationFailure } from '@temporalio/common';
import { z } from 'zod';
import { workflowSettings } from '../src/config/workflow-settings';
import type { Document } from '../src/presentation/document';
import { type PresentationPlan, presentationInput, type WorkflowSettings } from '../src/presentation/input';
import type { GeneratedText } from './generation';
import { outlineFacts, unfenced } from './outline-text';
import { type ActivityDependencies, perform } from './perform';

/** A reminder or a trouble that somebody should hear of. */
export interface Notice {
  kind: 'review-waits' | 'attention';
  uid: string;
  request: string;
  title: string;
  message: string;
}

export function presentationActivities(deps: ActivityDependencies) {
  return {
    /**
     * Checks the input and fills in every choice from the settings, before anything is created. The workflow cannot
     * do this itself: its sandbox holds neither zod nor the settings.
     * @throws `InvalidInput`, with the path of each wrong field.
     */
    preparePresentation: (input: unknown): Promise<PresentationPlan> =>
      perform(deps, undefined, async () => planOf(input, deps.settings.workflow)),

    /** Takes an edited outline into the store; its message carried it inline. */
    storeOutline: ({ outline }: { outline: string | Document }): Promise<GeneratedText> =>
      perform(deps, undefined, async () => {
        const markdown = unfenced(typeof outline === 'string' ? outline : await deps.documents.get(outline));
        const facts = outlineFacts(markdown);
        if (facts.title === '' || facts.chapters === 0) {
          throw ApplicationFailure.nonRetryable(
            'the edited outline needs a title line ("# …") and at least one chapter ("## …")',
            'InvalidOutline',
          );
        }
        return { document: await deps.documents.put(markdown), ...facts };
      }),

    /** Tells the operator's log; the workflow repeats it by its own timers. */
    notify: (notice: Notice): Promise<void> =>
      perform(deps, undefined, async () => {
        deps.log.warn({ deck: `${notice.uid}/${notice.request}`, notice: notice.kind }, notice.message);
      }),
  };
}

/** The plan of an input, or an `InvalidInput` failure that names each wrong field. */
export function planOf(input: unknown, standard: WorkflowSettings): PresentationPlan {
  const parsed = presentationInput.safeParse(input);
  if (!parsed.success) throw invalid(parsed.error, '');
  const {
    uid,
    request,
    channel = '',
    title,
    name = title,
    content = 'ticket',
    template,
    formats,
    settings,
  } = parsed.data;
  const merged = workflowSettings.safeParse(overlay(z.encode(workflowSettings, standard), settings ?? {}));
  if (!merged.success) throw invalid(merged.error, 'settings');
  if (merged.data.polling.floor < standard.polling.floor || merged.data.paidCalls > standard.paidCalls) {
    throw ApplicationFailure.nonRetryable(
      'settings.polling.floor and settings.paidCalls may only be stricter than in temporal.yaml',
      'InvalidInput',
    );
  }
  return {
    uid,
    channel,
    request,
    title,
    name,
    content,
    ...(template === undefined ? {} : { template: template as { id: number; type: 1 | 2 } }),
    formats: formats ?? merged.data.exportFormats,
    settings: merged.data,
  };
}

function invalid(error: z.ZodError, prefix: string): ApplicationFailure {
  const lines = error.issues.map((issue) => {
    const path = [prefix, ...issue.path.map(String)].filter((part) => part !== '').join('.');
    return path === '' ? issue.message : `${path}: ${issue.message}`;
  });
  return ApplicationFailure.nonRetryable(`the input does not fit: ${lines.join('; ')}`, 'InvalidInput');
}

/** `over` laid on `base`, object by object; lists are replaced whole. */
function overlay(base: unknown, over: unknown): unknown {
  if (!isPlain(base) || !isPlain(over)) return over;
  const result: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(over)) result[key] = key in base ? overlay(base[key], value) : value;
  return result;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { hasFont } from '../src/base/io/font-packages';
import { unprintableFault } from '../src/base/text/unprintable';
import { isOwnService } from '../src/config';
import { WORKFLOW_ID_PREFIX } from '../src/core/deck-id';
import type { Document } from '../src/core/document';
import type { Notice } from '../src/core/notices';
import type { OutlineTree, ReviewComment } from '../src/core/review-message';
import type { PresentationPlan } from '../src/decks/input/input';
import { planOf } from '../src/decks/input/plan';
import { bindingGates, weakerThan } from '../src/decks/input/review-floor';
import { type Brief, withBrief } from '../src/frames/frame';
import { readFacts, withFacts } from '../src/outline/facts';
import { leftOutSentences } from '../src/outline/left-out';
import { markdownLeftOut } from '../src/outline/markdown-left-out';
import { unfenced } from '../src/outline/markdown-lines';
import { faultOf, lengthAdvice, markdownOf, outlineFacts } from '../src/outline/outline-facts';
import { commentFault } from '../src/outline/outline-items';
import { OUTLINE_LIMITS } from '../src/outline/outline-limits';
import { parseOutline, writeOutline } from '../src/outline/outline-markdown';
import { unsupportedScripts } from '../src/outline/scripts';
import { type Suggestion, suggestionFault, withSuggestion } from '../src/outline/suggestions';
import { tidiedMarkdown } from '../src/outline/tidied-markdown';
import { condensed } from './condense';
import type { GeneratedText } from './generation';
import { policiesMetBy } from './ledger';
import { noticesOf } from './notifications/receivers';
import { type ActivityDependencies, perform } from './perform';

export interface EditedOutline {
  outline: string | Document | OutlineTree;
  /** An accepted suggestion. */
  change?: Suggestion;
  inline?: boolean;
}

export interface FactsToFill {
  outline: Document;
  /** What a person answered about the deck. */
  brief?: Brief;
  facts?: Document;
  inline?: boolean;
}

export interface CommentedText {
  document: Document;
  comments: readonly ReviewComment[];
}

export function presentationActivities(deps: ActivityDependencies) {
  function textOf(outline: string | Document | OutlineTree): string | Promise<string> {
    if (typeof outline === 'string') return outline;
    return 'value' in outline ? markdownOf(outline) : deps.documents.get(outline);
  }

  /** A missing text parks the deck later, at the stage that needs it. */
  async function givenText(document: Document): Promise<string> {
    return 'text' in document ? document.text : await deps.documents.get(document).catch(() => '');
  }

  /** A deck from a design has no gates, so the design must have passed those of the installation. */
  async function refuseUnreviewed(plan: PresentationPlan): Promise<void> {
    const { workflow } = deps.settings;
    const [gate] = bindingGates(workflow);
    const id = plan.from?.designId;
    if (gate === undefined || id === undefined) return;
    const met = await policiesMetBy(deps, { user: plan, id });
    if (met.some((policies) => weakerThan(workflow, policies).length === 0)) return;
    throw ApplicationFailure.nonRetryable(
      `invalid input: from.designId: workflow.${gate} of this installation requires a review, and no approval of design ${id} under that policy is recorded; start from its task or its text`,
      'InvalidInput',
    );
  }

  return {
    /**
     * Validates the input and completes it from the settings before anything is created. The workflow cannot do this
     * itself, because its sandbox has neither zod nor the settings.
     * @throws `InvalidInput` with the path of each invalid field
     */
    preparePresentation: (input: unknown): Promise<PresentationPlan> =>
      perform(deps, undefined, async (signal) => {
        const plan = planOf(input, deps.settings);
        await refuseUnreviewed(plan);
        let given = '';
        let prompts: number | undefined;
        if (plan.source.kind === 'markdown') {
          const { document } = plan.source;
          // The service rejects a longer text.
          const written = document.bytes > OUTLINE_LIMITS.bytes ? '' : await givenText(document);
          const markdown = tidiedMarkdown(written);
          given = markdown;
          const missing = leftOutSentences(markdownLeftOut(markdown));
          if (plan.slides === undefined) missing.push(...lengthAdvice(markdown));
          if (missing.length > 0) plan.leftOut = missing;
          if (plan.slides === undefined) ({ prompts } = outlineFacts(markdown));
          const title = plan.titled ? { title: plan.title } : {};
          if (plan.slides !== undefined && markdown !== '') {
            const request = { source: { markdown }, slides: plan.slides, ...title };
            plan.source.document = (await condensed(deps, request, signal)).document;
          } else if (markdown !== written) plan.source.document = await deps.documents.put(markdown);
          // The plan is part of the history, so a long text goes to the document store.
          else if ('text' in document) plan.source.document = await deps.documents.put(document.text);
        }
        const scripts = unsupportedScripts(`${plan.title}\n${given}`, hasFont);
        if (scripts.length > 0) plan.scripts = scripts;
        if (prompts !== undefined) plan.prompts = prompts;
        if (plan.facts !== undefined && 'text' in plan.facts) plan.facts = await deps.documents.put(plan.facts.text);
        const notices = noticesOf(deps.settings.notifications);
        return { ...plan, ...(notices.length === 0 ? {} : { notices }) };
      }),

    /** Puts an edited outline, or the text with an accepted suggestion, into the document store. @param inline false: store it whatever its length */
    storeOutline: ({ outline, change, inline }: EditedOutline): Promise<GeneratedText> =>
      perform(deps, undefined, async () => {
        const text = unfenced(await textOf(outline));
        const changed = change === undefined ? { markdown: text } : withSuggestion(text, change);
        if ('fault' in changed) throw ApplicationFailure.nonRetryable(changed.fault, 'InvalidOutline');
        const { markdown } = changed;
        const fault = faultOf(markdown)?.message ?? unprintableFault(markdown, 'the edited outline');
        if (fault !== undefined) throw ApplicationFailure.nonRetryable(fault, 'InvalidOutline');
        return { document: await deps.documents.put(markdown, { inline }), ...outlineFacts(markdown, hasFont) };
      }),

    /** Puts answers into an outline, and answers its prompts with facts. @param inline false: store it whatever its length */
    fillOutline: ({ outline, brief, facts, inline }: FactsToFill): Promise<GeneratedText> =>
      perform(deps, undefined, async () => {
        const before = parseOutline(unfenced(await deps.documents.get(outline)));
        const briefed = brief === undefined ? before : withBrief(before, brief, isOwnService(deps.settings));
        const filled = facts === undefined ? briefed : withFacts(briefed, readFacts(await deps.documents.get(facts)));
        const markdown = writeOutline(filled);
        return { document: await deps.documents.put(markdown, { inline }), ...outlineFacts(markdown, hasFont) };
      }),

    /** Compares comments and suggestions with the text that they refer to. */
    checkComments: ({ document, comments }: CommentedText): Promise<{ fault?: string }> =>
      perform(deps, undefined, async () => {
        const text = await deps.documents.get(document);
        const fault = commentFault(text, comments) ?? suggestionFault(text, comments);
        return fault === undefined ? {} : { fault };
      }),

    /** Writes a notification to the log. */
    notify: (notice: Notice): Promise<void> =>
      perform(deps, undefined, async () => {
        const { kind, to, message } = notice;
        // From the workflow id, which also has the channel.
        const deck = Context.current().info.workflowExecution!.workflowId.replace(`${WORKFLOW_ID_PREFIX}/`, '');
        deps.log.warn({ deck, notice: kind, ...(to === undefined ? {} : { to }) }, message);
      }),
  };
}

import { hasFont } from '../src/base/io/font-packages';
import { cut } from '../src/base/text/cut';
import { ClientError } from '../src/client';
import { isOwnService } from '../src/config';
import type { ReadOf, RequestOf, StreamName } from '../src/contract';
import { contentCheckState } from '../src/contract/profile';
import type { Document, StoredFile } from '../src/core/document';
import { given } from '../src/core/given';
import type { Brief } from '../src/frames/frame';
import { generatedDocument } from '../src/outline/markdown-lines';
import { lengthAdvice, type OutlineFacts, outlineFacts } from '../src/outline/outline-facts';
import { untilKept } from './kept-text';
import { type Earlier, noted } from './ledger';
import { treeFacts } from './outline';
import { type ActivityDependencies, type Call, callActivity, perform } from './perform';
import { orUnclear, type Unclear, unclear } from './unclear';

/** A generated text: a reference to it, and its facts. */
export interface GeneratedText extends OutlineFacts {
  document: Document;
  /** Why the embedded service's language model did not write all of it, in the service's words. */
  note?: string;
}

/** The endpoint's request, and the document that the service generates the deck from. */
export interface WordContentCall extends Call<'streamWordContent'> {
  file?: StoredFile;
}

/** The endpoint's request, and what the person answered about the deck. */
export interface TaskCall extends Call<'createTask'> {
  brief?: Brief;
}

export interface ImportedText extends GeneratedText {
  /** Sentences about the parts of the document that are not on the slides; absent if there are none. */
  leftOut?: string[];
}

export type CheckedContent =
  | { status: 'generating' }
  /** The reason in the words of the service, if it gave one. */
  | { status: 'failed'; reason?: string }
  | { status: 'succeeded'; content: GeneratedText }
  | Unclear;

const NOTES_KEPT = 3;

/** The reason of a failed job, unless the message only says that the response itself is fine. */
function reasonOf(msg: string): { reason?: string } {
  const reason = cut(msg.trim());
  return /^(?:ok|success\w*|操作成功)?$/i.test(reason) ? {} : { reason };
}

export function generationActivities(deps: ActivityDependencies) {
  const isOwn = () => isOwnService(deps.settings);

  const stored = async (text: string, signal: AbortSignal, told: string[] = []): Promise<GeneratedText> => {
    const note = isOwn() ? reasonOf(told.join(' ')).reason : undefined;
    const markdown = generatedDocument(text);
    const document = await untilKept(() => deps.documents.put(markdown), signal);
    return { document, ...outlineFacts(markdown, hasFont), ...given({ note }) };
  };

  /** A text counts only if its stream completed; a truncated one throws. */
  async function streamed<Name extends StreamName>(
    name: Name,
    { user, request }: Call<Name>,
    signal: AbortSignal,
    progress: (details: unknown) => void,
    told: string[] = [],
  ): Promise<string> {
    const fragments: string[] = [];
    let characters = 0;
    // Another service may send comments of any kind and number.
    const onMessage = (msg: string) => void (told.length < NOTES_KEPT && told.push(msg));
    try {
      for await (const fragment of deps.client.stream(name, request, { ...user, signal, onMessage })) {
        fragments.push(fragment);
        characters += fragment.length;
        progress({ fragments: fragments.length, characters });
      }
    } catch (error) {
      const text = fragments.join('');
      const { task_id } = request as RequestOf<'streamContent'>;
      const { ended, kind } = error instanceof ClientError ? error.data : {};
      // It ended, or stays open, without saying so.
      const mayBeWhole = ended || kind === 'stream-idle';
      if (mayBeWhole && (await isWhole(text, { user, request: { task_id } }, signal))) return text;
      throw error;
    }
    return fragments.join('');
  }

  /**
   * Whether a text whose stream ended without saying so is complete: it has every page of the task's outline tree, and
   * ends with words.
   */
  async function isWhole(
    text: string,
    { user, request }: Call<'readOutlineTree'>,
    signal: AbortSignal,
  ): Promise<boolean> {
    const document = generatedDocument(text).trimEnd();
    const { pages } = outlineFacts(document, hasFont);
    const tree = await deps.client
      .call('readOutlineTree', request, { ...user, signal })
      .then(treeFacts, () => undefined);
    const last = document.slice(document.lastIndexOf('\n') + 1);
    return tree?.complete === true && tree.pages > 0 && pages >= tree.pages && !/^#/.test(last);
  }

  const streamActivity =
    <Name extends StreamName>(name: Name) =>
    (call: Call<Name>): Promise<GeneratedText> =>
      perform(deps, name, async (signal, progress) => {
        const told: string[] = [];
        return stored(await streamed(name, call, signal, progress, told), signal, told);
      });

  /** What the deck's text lacks of its document. A document that only the service can read is not an error here. */
  async function leftOut(file: StoredFile, markdown: string, signal: AbortSignal): Promise<string[]> {
    if (deps.comparer === undefined) return [];
    try {
      return await deps.comparer.leftOut(await deps.documents.getFile(file), markdown, signal);
    } catch (error) {
      // Also when the worker stops: the text is complete and was paid for.
      deps.log.warn({ err: error }, 'the deck could not be compared with its document');
      return ['The deck could not be compared with its document. Check that nothing is missing.'];
    }
  }

  return {
    /**
     * The response repeats the account's API key, which must not be in a history. The embedded service takes the answers of
     * the person next to the options, where others read only numbers.
     */
    createTask: ({ user, request: asked, brief }: TaskCall): Promise<Omit<ReadOf<'createTask'>, 'api_key'> & Earlier> =>
      perform(deps, 'createTask', (signal) =>
        noted(deps, 'task', async () => {
          const { senior_options: options } = asked;
          const isTold = brief !== undefined && isOwn() && !Array.isArray(options);
          const request = isTold ? { ...asked, senior_options: { ...options, brief: JSON.stringify(brief) } } : asked;
          const { api_key: _, ...task } = await deps.client.call('createTask', request, { ...user, signal });
          return task;
        }),
      ),
    streamOutline: streamActivity('streamOutline'),
    streamContent: streamActivity('streamContent'),
    streamAlternativeOutline: streamActivity('streamAlternativeOutline'),
    readAlternativeContent: streamActivity('readAlternativeContent'),

    streamWordContent: ({ file, ...call }: WordContentCall): Promise<ImportedText> =>
      perform(deps, 'streamWordContent', async (signal, progress) => {
        const text = await streamed('streamWordContent', call, signal, progress);
        const missing = [...lengthAdvice(text), ...(file === undefined ? [] : await leftOut(file, text, signal))];
        return { ...(await stored(text, signal)), ...(missing.length === 0 ? {} : { leftOut: missing }) };
      }),

    startContent: callActivity(deps, 'startContent'),

    checkContent: ({ user, request }: Call<'checkContent'>): Promise<CheckedContent> =>
      perform(deps, 'checkContent', (signal) =>
        orUnclear(async () => {
          const told: string[] = [];
          const context = { ...user, signal, onMessage: (msg: string) => void told.push(msg) };
          const { status, content } = await deps.client.call('checkContent', request, context);
          const state = contentCheckState(deps.settings.profile, status, isOwn());
          const seen = `status ${JSON.stringify(status)}`;
          if (state === 'unlisted') {
            return unclear(`${seen}, which the profile does not list: name it in profile.contentCheck`);
          }
          if (state === 'generating') return { status: state };
          if (state === 'failed') return { status: state, ...reasonOf(told.join()) };
          // Only a succeeded status with content completes the job (specification, "Task and generation").
          if (content.trim() === '') return unclear(`${seen} without content`);
          return { status: state, content: await stored(content, signal, told) };
        }),
      ),

    addProLayout: callActivity(deps, 'addProLayout'),
  };
}

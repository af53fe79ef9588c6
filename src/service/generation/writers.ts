import type { LocalModel } from '../../base/io/local-models';
import { readSecret, type Settings } from '../../config';
import type { FailureKind } from '../../contract/profile';
import { ProviderError } from '../../contract/service-error';
import { given } from '../../core/given';
import { outlineSize } from '../../outline/outline-limits';
import type { Provider } from '../context/services';
import type { Texts } from '../texts/texts';
import type { Meter } from '../writer/metered';
import { createOfflineWriter } from '../writer/offline/offline-writer';
import { GenerationError, type GenerationErrorKind } from '../writer/openai/generation-error';
import type { OpenAiWriterSettings } from '../writer/openai/openai-writer';
import type { Writer } from '../writer/writer';
import { FOUND_LIMITS, foundModel } from './found-model';

/**
 * The writers behind the two providers. Their simulated pace is set by `timing`, the same for all.
 * @param local the language model of this machine, for a provider that is set to `auto`
 * @throws Error that names the setting when a language model is selected but its key is missing.
 */
export async function createWriters(
  { openai, budget: _, ...chosen }: Settings['server']['generation'],
  texts: Texts,
  { env = process.env, local, meter }: { env?: NodeJS.ProcessEnv; local?: LocalModel | undefined; meter?: Meter } = {},
): Promise<Record<Provider, Writer>> {
  const offline = createOfflineWriter({
    fragmentDelayMs: 0,
    write: ({ outline, authored = false, owner = 'writers', signal }) =>
      texts.read('offlineContent', { owner, signal }, { outline, authored }, outlineSize(outline)),
  });
  const model = async (chat: OpenAiWriterSettings): Promise<Writer> => {
    // About 150 modules that only a service with a language model needs to load.
    const { createOpenAiWriter } = await import('../writer/openai/openai-writer.js');
    return translated(createOpenAiWriter({ ...chat, ...given({ meter }) }));
  };
  const named = (): OpenAiWriterSettings => {
    const key = readSecret(openai.apiKey, 'server.generation.openai.apiKey', env);
    return { baseUrl: openai.baseUrl, model: openai.model ?? '', key };
  };
  const writer = async (provider: Provider) => {
    if (chosen[provider] === 'openai') return model(named());
    if (chosen[provider] === 'offline' || local === undefined) return offline;
    // Servers on this machine accept any key, but the library requires one.
    return foundModel(await model({ ...local, ...FOUND_LIMITS, key: 'local' }), offline, local);
  };
  return { default: await writer('default'), alternative: inAnotherManner(await writer('alternative')) };
}

/** Far above the number of outlines that anyone requests, so that the two providers never write the same one. */
const OTHER_VARIANTS = 1_000;

/**
 * The same writer with a different character: other outlines for a title, and a livelier tone unless one was chosen.
 */
function inAnotherManner(writer: Writer): Writer {
  const tone = 'friendly';
  return {
    ...writer,
    outline: ({ options, variant, ...request }) =>
      writer.outline({ ...request, variant: variant + OTHER_VARIANTS, options: { tone, ...options } }),
    content: ({ options, ...request }) => writer.content({ ...request, options: { tone, ...options } }),
  };
}

/** Maps failures of the language model to failures of the interface. Jobs retry those that may be temporary. */
const MEANING: Record<GenerationErrorKind, FailureKind> = {
  filtered: 'moderation',
  quota: 'quota',
  'rate-limited': 'rate-limit',
  unavailable: 'internal',
  timeout: 'internal',
  misconfigured: 'generation-failed',
  invalid: 'generation-failed',
};

function translated(writer: Writer): Writer {
  async function* refusing(fragments: AsyncIterable<string>): AsyncGenerator<string> {
    try {
      yield* fragments;
    } catch (error) {
      throw error instanceof GenerationError ? new ProviderError(MEANING[error.kind], error.message) : error;
    }
  }
  return {
    ...writer,
    outline: (request) => refusing(writer.outline(request)),
    content: (request) => refusing(writer.content(request)),
  };
}

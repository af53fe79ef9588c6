/** A language model behind an API that is compatible with OpenAI's chat completions. */
export interface LocalModel {
  baseUrl: string;
  model: string;
}

/** Addresses where Ollama, LM Studio and the llama.cpp server listen by default. */
const USUAL = ['http://127.0.0.1:11434/v1', 'http://127.0.0.1:1234/v1', 'http://127.0.0.1:8080/v1'];

/** Models that write no text. */
const OTHER_KINDS = /embed|rerank|whisper|tts|clip|bge-/i;

/** A server on this machine answers at once, or is busy loading a model. */
const WAIT = 3_000;
const LONGEST_ANSWER = 1_000_000;

/**
 * Finds a language model on this machine: the first text model of the first server that lists any. The environment
 * variable `DECK_LOCAL_MODELS` replaces the usual addresses by a comma-separated list; an empty one disables the search.
 */
export async function findLocalModel(env: NodeJS.ProcessEnv = process.env): Promise<LocalModel | undefined> {
  const named = env.DECK_LOCAL_MODELS?.split(',').map((url) => url.trim());
  const urls = (named ?? USUAL).filter((url) => url !== '');
  const found = await Promise.all(urls.map(async (baseUrl) => ({ baseUrl, model: await firstModel(baseUrl) })));
  const first = found.find(({ model }) => model !== undefined);
  return first?.model === undefined ? undefined : { baseUrl: first.baseUrl, model: first.model };
}

async function firstModel(baseUrl: string): Promise<string | undefined> {
  try {
    const response = await fetch(`${baseUrl.replace(/\/$/, '')}/models`, {
      signal: AbortSignal.timeout(WAIT),
      redirect: 'error',
    });
    if (!response.ok || Number(response.headers.get('content-length') ?? 0) > LONGEST_ANSWER) return undefined;
    const { data } = (await response.json()) as { data?: { id?: unknown }[] };
    const names = Array.isArray(data) ? data.map((each) => each?.id) : [];
    return names.find((name): name is string => typeof name === 'string' && !OTHER_KINDS.test(name));
  } catch {
    // Nothing listens there, or something else than a language model.
    return undefined;
  }
}

import { findLocalModel, type LocalModel } from '../../base/io/local-models';
import type { Settings } from '../../config';

/** Who writes decks from titles. */
interface TextWriter {
  /** Absent: no language model. */
  model?: LocalModel;
  /** One line about it. */
  message: string;
  /** How to get or turn off a language model. */
  remedy: string;
  /** Models to run here, if there is none. */
  advice?: string;
}

/** Models by their names for Ollama, with the size of the download and the license in Ollama's library. */
const MODELS = [
  { name: 'mistral', gigabytes: 4.1, license: 'Apache 2.0' },
  { name: 'phi4', gigabytes: 9.1, license: 'MIT' },
];
/** Ten slides of 1,600 characters and their outline. */
const TOKENS = 5_000;
/** The memory of a usual laptop in GB/s. Without a graphics card, the whole model is read for each token. */
const MEMORY = 51.2;

const modelAdvice = MODELS.map(({ name, gigabytes, license }) => {
  const minutes = Math.ceil((TOKENS * gigabytes) / MEMORY / 60);
  return `ollama pull ${name} (${gigabytes} GB, ${license}, without a graphics card at least ${minutes} minutes for 10 slides)`;
}).join(' or ');

/** Looks for a language model as the embedded service does when it starts: with requests for lists of models. */
export async function textWriter(
  { server: { generation } }: Settings,
  env: NodeJS.ProcessEnv = process.env,
): Promise<TextWriter> {
  const { baseUrl, model: name } = generation.openai;
  if (generation.default === 'openai') {
    const message = `${name} at ${baseUrl} (server.generation.openai)`;
    return {
      model: { baseUrl, model: name ?? '' },
      message,
      remedy: 'server.generation.default: offline turns it off',
    };
  }
  const frame = 'none: a deck from a title is a frame with prompts';
  if (generation.default === 'offline') {
    return {
      message: `${frame} (server.generation.default: offline)`,
      remedy: 'set server.generation.default to auto',
    };
  }
  const model = await findLocalModel(env);
  if (model !== undefined) {
    const message = `${model.model} at ${model.baseUrl}`;
    return { model, message, remedy: 'DECK_LOCAL_MODELS= turns it off' };
  }
  return {
    message: frame,
    remedy: 'start Ollama, LM Studio or llama.cpp on this machine, or set server.generation.openai',
    advice: modelAdvice,
  };
}

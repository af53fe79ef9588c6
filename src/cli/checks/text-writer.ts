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
}

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
  };
}

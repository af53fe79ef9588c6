import type { Writer } from '../writer';
import { type ChatSettings, createChat } from './chat';
import { streamFilled } from './content';
import { streamOutline } from './outline';
import { loadPrompts } from './prompts';

export { GenerationError, type GenerationErrorKind } from './generation-error';

interface OpenAiWriterSettings extends ChatSettings {
  /** Additional requests to complete or repair an outline, or the text of a chapter. */
  repairs?: number;
}

/** Creates a writer for any chat completions API (OpenAI, Azure, DeepSeek, Qwen, vLLM, Ollama…). */
export function createOpenAiWriter({ repairs = 2, ...settings }: OpenAiWriterSettings): Writer {
  const chat = createChat(settings);
  const prompts = loadPrompts();
  return {
    outline: (request) => streamOutline(chat, prompts, request, repairs),
    content: (request) => streamFilled(chat, prompts, request, repairs),
  };
}

import type { Meter } from '../metered';
import type { Writer } from '../writer';
import { type Chat, type ChatSettings, createChat } from './chat';
import { streamFilled } from './content';
import { streamOutline } from './outline';
import { loadPrompts } from './prompts';

export { GenerationError, type GenerationErrorKind } from './generation-error';

export interface OpenAiWriterSettings extends ChatSettings {
  /** Additional requests to complete or repair an outline, or the text of a chapter. */
  repairs?: number;
  /** Admits and counts the calls. */
  meter?: Meter;
  /** An outline must have about the requested size. */
  isStrict?: boolean;
}

/** Creates a writer for any chat completions API (OpenAI, Azure, DeepSeek, Qwen, vLLM, Ollama…). */
export function createOpenAiWriter({
  repairs = 2,
  isStrict = false,
  meter,
  ...settings
}: OpenAiWriterSettings): Writer {
  const chat = createChat(settings);
  const prompts = loadPrompts();
  return {
    paid: true,
    outline: (request) => streamOutline(metered(chat, meter, request), prompts, request, { repairs, isStrict }),
    content: (request) => streamFilled(metered(chat, meter, request), prompts, request, repairs),
  };
}

/** Only the first call of a request is impatient: the readers of later ones see progress. */
function metered(
  chat: Chat,
  meter: Meter | undefined,
  { owner, patient = false }: { owner?: string; patient?: boolean },
): Chat {
  if (meter === undefined || owner === undefined) return chat;
  let waits = patient;
  return async function* counted(messages, signal, ask) {
    const call = await meter.begin({ owner, patient: waits, signal });
    waits = true;
    try {
      return yield* chat(messages, signal, { ...ask, used: call.used });
    } finally {
      call.end();
    }
  };
}

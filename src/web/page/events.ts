/** The server writes every 20 s. Without a first byte, something on the way collects the response. */
const FIRST_BYTES_MS = 25_000;
/** After a longer silence, the connection is dead. */
const SILENCE_MS = 45_000;

/** Reads server-sent events until they end. @returns false if the response is not delivered as it is written */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  on: (event: string, data: string) => void,
): Promise<boolean> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (let patience = FIRST_BYTES_MS; ; patience = SILENCE_MS) {
      const read = await inTime(reader.read(), patience);
      if (read === undefined) return patience !== FIRST_BYTES_MS;
      if (read.done || signal.aborted) return true;
      const blocks = (text + decoder.decode(read.value, { stream: true })).split('\n\n');
      text = blocks.pop()!;
      for (const block of blocks) {
        const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s, 2)));
        if (fields.event !== undefined) on(fields.event, fields.data ?? '');
      }
    }
  } catch {
    // The connection broke.
    return true;
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}

function inTime<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(undefined), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

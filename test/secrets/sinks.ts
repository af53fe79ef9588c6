import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@temporalio/client';
import type { DataConverter, Payload } from '@temporalio/common';
import { unzipSync } from 'fflate';

/** A message of the server as JSON, with what its bytes say: as they are stored, and as a reader with the keys sees them. */
export async function texts(
  message: unknown,
  { payloadCodecs = [] }: DataConverter,
): Promise<{ raw: string; read: string }> {
  const payloads: Payload[] = [];
  const bytes: Uint8Array[] = [];
  const walk = (value: unknown): void => {
    if (value instanceof Uint8Array) bytes.push(value);
    else if (typeof value !== 'object' || value === null) return;
    else {
      if ('metadata' in value && 'data' in value) payloads.push(value as Payload);
      for (const item of Object.values(value)) walk(item);
    }
  };
  walk(message);
  let decoded = payloads;
  for (const codec of payloadCodecs) decoded = await codec.decode(decoded);
  const plain = (value: Uint8Array | null | undefined) => Buffer.from(value ?? []).toString('utf8');
  return {
    raw: [JSON.stringify(message), ...bytes.map(plain)].join('\n'),
    read: decoded.map(({ data }) => plain(data)).join('\n'),
  };
}

/** Histories, descriptions and the lists' own rows of everything that ran on a task queue. */
export async function keptByServer(client: Client, taskQueue: string, converter: DataConverter) {
  const kept = { runs: 0, raw: '', read: '', attributes: '' };
  for await (const { raw, workflowId, runId } of client.workflow.list({ query: `TaskQueue = '${taskQueue}'` })) {
    const handle = client.workflow.getHandle(workflowId, runId);
    const row = await texts(raw, converter);
    const described = await texts((await handle.describe()).raw, converter);
    const history = await texts(await handle.fetchHistory(), converter);
    kept.runs++;
    kept.raw += `${history.raw}\n`;
    kept.read += `${history.read}\n`;
    kept.attributes += `${row.raw}\n${row.read}\n${described.raw}\n${described.read}\n`;
  }
  return kept;
}

/** Every file below a folder with its name; packages as what is packed in them. */
export function filesBelow(folder: string): { name: string; text: string }[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.flatMap((entry) => {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(folder.length + 1);
    const bytes = readFileSync(path);
    const packed = bytes.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004' ? Object.values(unzipSync(bytes)) : [];
    const text = [bytes, ...packed].map((part) => Buffer.from(part).toString('latin1')).join('\n');
    return [{ name, text: `${name}\n${text}` }];
  });
}

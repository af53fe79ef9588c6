import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { type CallToolResult, ElicitRequestSchema, type ElicitResult } from '@modelcontextprotocol/sdk/types.js';
import { serviceBaseUrl } from '../../src/config';
import type { Pipeline } from '../pipeline/pipeline';

const MAIN = resolve(__dirname, '../../dist/src/cli/main.js');

/** The SDK's own minute is short on a busy host. */
const PATIENT = { timeout: 900_000 };

/** An assistant's program, as the official SDK makes one, with a server of its own. */
export interface Assistant {
  client: Client;
  /** The prompts that the person got, in order. */
  asked: { message: string }[];
  call(name: string, args: object): Promise<Answer>;
  /** Everything that the server has written so far, byte for byte. */
  written(): string;
  close(): Promise<void>;
}

export interface Answer {
  text: string;
  isError: boolean;
  data: Record<string, unknown>;
  content: CallToolResult['content'];
}

export interface AssistantOptions {
  /** What the person answers; left out: the client cannot ask a person. */
  person?: (message: string) => ElicitResult | Promise<ElicitResult>;
  args?: string[];
}

/** Settings with which a command reaches the pipeline from another process. */
export function folderFor({ settings, directory }: Pipeline): string {
  const folder = mkdtempSync(join(directory, 'client-'));
  const { address, mode, taskQueue, jobsTaskQueue } = settings.temporal;
  const file = {
    temporal: { address, mode, taskQueue, jobsTaskQueue },
    data: { directory: settings.data.directory },
    output: { directory: settings.output.directory },
    service: { baseUrl: serviceBaseUrl(settings), keepsImages: true },
  };
  writeFileSync(join(folder, 'temporal.yaml'), JSON.stringify(file));
  return folder;
}

export async function connectAssistant(cwd: string, { person, args = [] }: AssistantOptions = {}): Promise<Assistant> {
  const files = mkdtempSync(join(tmpdir(), 'deck-mcp-'));
  const asked: { message: string }[] = [];
  const client = new Client(
    { name: 'test-assistant', version: '1.0.0' },
    { capabilities: person === undefined ? {} : { elicitation: {} } },
  );
  if (person !== undefined) {
    client.setRequestHandler(ElicitRequestSchema, async ({ params: { message } }) => {
      asked.push({ message });
      return person(message);
    });
  }
  const command = '"$0" "$@" 2>"$DECK_TEST_FILES/stderr" | tee "$DECK_TEST_FILES/stdout"';
  await client.connect(
    new StdioClientTransport({
      command: 'bash',
      args: ['-c', command, process.execPath, MAIN, 'mcp', ...args],
      cwd,
      env: { PATH: process.env.PATH!, USER: 'ada', DECK_TEST_FILES: files, DECK_INTERNAL_SETTINGS: '1' },
      stderr: 'inherit',
    }),
    PATIENT,
  );
  return {
    client,
    asked,
    async call(name, given) {
      const result = (await client.callTool({ name, arguments: { ...given } }, undefined, PATIENT)) as CallToolResult;
      const [first] = result.content;
      return {
        text: first?.type === 'text' ? first.text : '',
        isError: result.isError === true,
        data: result.structuredContent ?? {},
        content: result.content,
      };
    },
    written: () => ['stdout', 'stderr'].map((name) => readFileSync(join(files, name), 'utf8')).join('\n'),
    close: () => client.close(),
  };
}

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface ObjectSchema {
  properties: Record<string, { items: ObjectSchema }>;
  required: string[];
  additionalProperties: boolean;
}

/** A request to a model, as it was sent. */
export interface Asked {
  url: string;
  headers: IncomingMessage['headers'];
  model: string;
  stream: boolean;
  messages: { role: string; content: string }[];
  response_format?: { type: string; json_schema?: { name: string; strict: boolean; schema: ObjectSchema } };
}

/** How the server answers one request. */
export type Answer =
  /** Streamed in small pieces, after a while where one is named, then `finish_reason` and `[DONE]`. */
  | { text: string; finish?: string; refusal?: string; waitMs?: number }
  /** Streamed, then the connection breaks. */
  | { text: string; after: 'break' }
  /** Streamed, then silence. */
  | { text: string; after: 'silence' }
  | { status: number; error: unknown; headers?: Record<string, string> }
  /** A refusal in a form of its own. */
  | { status: number; body: unknown }
  /** These lines as they are. */
  | { raw: string };

/** A local server that speaks the streaming chat completions protocol; the answers are given in order. */
export class ModelServer {
  /** The model that the server lists. */
  static readonly listed = 'test-model-8b';
  readonly asked: Asked[] = [];
  closedByClient = 0;
  private answers: ((asked: Asked) => Answer)[] = [];
  private readonly server = createServer((request, response) => void this.serve(request, response));

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  /** The last answer is given again and again. */
  willAnswer(...answers: (Answer | ((asked: Asked) => Answer))[]): void {
    this.answers = answers.map((answer) => (typeof answer === 'function' ? answer : () => answer));
    this.asked.length = 0;
    this.closedByClient = 0;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'GET' && request.url?.endsWith('/models')) {
      response.end(JSON.stringify({ data: [{ id: ModelServer.listed }] }));
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    const asked: Asked = { ...body, url: request.url ?? '', headers: request.headers };
    const answer = this.answers[Math.min(this.asked.length, this.answers.length - 1)]!(asked);
    this.asked.push(asked);
    response.on('close', () => {
      if (!response.writableEnded) this.closedByClient += 1;
    });
    if ('body' in answer) {
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer.body));
      return;
    }
    if ('status' in answer) {
      response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
      response.end(JSON.stringify({ error: answer.error }));
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    if ('raw' in answer) {
      response.end(answer.raw);
      return;
    }
    if ('waitMs' in answer) await new Promise((resolve) => setTimeout(resolve, answer.waitMs));
    for (const piece of answer.text.match(/[\s\S]{1,17}/gu) ?? []) response.write(event({ content: piece }));
    if ('after' in answer) {
      // What has been written must reach the client before the connection ends.
      if (answer.after === 'break') setTimeout(() => response.destroy(), 50);
      return;
    }
    if (answer.refusal !== undefined) response.write(event({ refusal: answer.refusal }));
    response.write(event({}, answer.finish ?? 'stop'));
    response.end('data: [DONE]\n\n');
  }
}

export function event(delta: object, finish: string | null = null): string {
  return `data: ${JSON.stringify({ id: 'c1', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
}

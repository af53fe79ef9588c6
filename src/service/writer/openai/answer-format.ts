import type { Message } from './chat';
import { APIError } from './client-library';

/** The form of an answer: a name and its JSON schema. */
export interface AnswerForm {
  name: string;
  schema: Record<string, unknown>;
}

/** Ways to state the form in a request, strictest first. */
const FORMATS = ['json_schema', 'json_object', 'text'] as const;
type Format = (typeof FORMATS)[number];

type ResponseFormat =
  | { type: 'json_schema'; json_schema: { name: string; strict: true; schema: Record<string, unknown> } }
  | { type: 'json_object' };

/** Statuses of requests with a parameter that the server does not know. */
const UNKNOWN_PARAMETER = new Set([400, 404, 415, 422, 501]);
const NAMED = /response_?format|json[_ ]?(?:schema|object|mode)|structured[_ ]?output|grammar|guided|\bschema\b/i;

/** What one server accepts, learned from its refusals. It is in memory only, because servers are updated. */
export class AnswerFormat {
  private format: Format = 'json_schema';
  private isProven = false;

  /** The parameter of the request, and the messages. Only the strictest format tells the server the schema itself. */
  request(
    messages: readonly Message[],
    form: AnswerForm | undefined,
  ): { messages: Message[]; response_format?: ResponseFormat } {
    if (form === undefined) return { messages: [...messages] };
    if (this.format === 'json_schema') {
      const { name, schema } = form;
      return {
        messages: [...messages],
        response_format: { type: 'json_schema', json_schema: { name, strict: true, schema } },
      };
    }
    const told = withSchema(messages, form);
    return this.format === 'json_object'
      ? { messages: told, response_format: { type: 'json_object' } }
      : { messages: told };
  }

  /** Notes how an answer begins: some servers ignore the format without refusing it. */
  answered(start: string, form: AnswerForm | undefined): void {
    this.isProven = true;
    if (form !== undefined && /^\s*[\p{L}#*]/u.test(start)) this.soften();
  }

  private soften(): void {
    this.format = FORMATS[FORMATS.indexOf(this.format) + 1] ?? 'text';
  }

  /** Whether an error refuses the format; then the next request uses a more lenient one. */
  isRefusedBy(error: unknown): boolean {
    if (this.format === 'text' || !(error instanceof APIError) || !UNKNOWN_PARAMETER.has(error.status ?? 0))
      return false;
    const isNamed = NAMED.test(`${error.param ?? ''} ${error.message}`);
    // Some servers give their reason in a field of their own, which the library does not read.
    const isUnexplained = error.error === undefined && error.status !== 404 && !this.isProven;
    if (!isNamed && !isUnexplained) return false;
    this.soften();
    this.isProven = false;
    return true;
  }
}

function withSchema(messages: readonly Message[], { schema }: AnswerForm): Message[] {
  const last = messages.at(-1)!;
  const told = `${last.content}\n\nAnswer with one JSON object and nothing else. It must match this JSON schema:\n${JSON.stringify(schema)}`;
  return [...messages.slice(0, -1), { ...last, content: told }];
}

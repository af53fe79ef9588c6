import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';

interface Described {
  content?: Record<string, { schema: object }>;
}
export interface OpenApi {
  openapi: string;
  paths: Record<string, Record<string, { summary?: string; responses: Record<string, Described> }>>;
  components: { schemas: Record<string, { examples?: unknown[] }> };
}

const HTTP_METHODS = ['GET', 'POST'];

/** Checks responses against the OpenAPI document of their server. */
export class Description {
  private readonly ajv = new Ajv2020({ strict: false, validateFormats: false, unicodeRegExp: true });
  private readonly known = new Map<string, ValidateFunction>();
  private readonly routes: [pattern: RegExp, path: string][];

  constructor(readonly document: OpenApi) {
    // A path with a name in a place is more specific than one with a parameter there.
    this.routes = Object.keys(document.paths)
      .sort((one, other) => one.split('{').length - other.split('{').length)
      .map((path) => [new RegExp(`^/v1${path.replace(/\{\w+\}/g, '[^/]+')}$`), path]);
  }

  /** @returns why a JSON response differs from its description; undefined if it fits */
  fault(method: string, target: string, { status, type, json }: { status: number; type: string; json: unknown }) {
    const path = target.split('?', 1)[0]!;
    const route = this.routes.find(([pattern]) => pattern.test(path))?.[1];
    const operation = route === undefined ? undefined : this.document.paths[route]![method.toLowerCase()];
    const mediaType = type.split(';', 1)[0]!;
    const responses = operation?.responses ?? this.document.paths['/me']!.get!.responses;
    const described = (responses[status] ?? responses.default)?.content?.[mediaType];
    const name = `${method} ${route ?? path} ${status} ${mediaType}`;
    if (described === undefined) return `${name}: not described`;
    const validate = this.known.get(name) ?? this.compile(described.schema);
    this.known.set(name, validate);
    return validate(json) ? undefined : `${name}: ${this.ajv.errorsText(validate.errors)}`;
  }

  compile(schema: object): ValidateFunction {
    return this.ajv.compile({ ...schema, components: this.document.components });
  }

  static covers(method: string, path: string): boolean {
    return HTTP_METHODS.includes(method) && path.startsWith('/v1/') && !path.startsWith('/v1/openapi.json');
  }
}

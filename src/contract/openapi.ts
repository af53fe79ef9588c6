import { z } from 'zod';
import type { Endpoint } from './endpoint';
import { EVENT_STREAM, endpointNames, endpointOf, headers, STREAM_END, type StreamEventName } from './index';
import { optionNode } from './options';
import { outlineNode, pptNode } from './outline';

type Json = Record<string, unknown>;

/** Builds the OpenAPI 3.1 document of the contract from the schemas that client and service use. */
export function openApiDocument({ version, baseUrl }: { version: string; baseUrl: string }): Json {
  const paths: Record<string, Json> = {};
  const schemas: Json = { Failure: failure, StreamEvent: streamEvent };
  for (const name of endpointNames) {
    const definition = endpointOf(name);
    paths[definition.path] = {
      ...paths[definition.path],
      [definition.method.toLowerCase()]: operation(name, definition, schemas),
    };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Presentation Generation Service', version },
    servers: [{ url: baseUrl }],
    paths,
    components: {
      schemas,
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: headers.apiKey },
        token: { type: 'apiKey', in: 'header', name: headers.token },
        timestamp: { type: 'apiKey', in: 'header', name: headers.timestamp },
        signature: { type: 'apiKey', in: 'header', name: headers.signature },
      },
    },
  };
}

function operation(name: string, definition: Endpoint, schemas: Json): Json {
  const fields = wireSchema(definition.request, schemas);
  const properties = (fields.properties ?? {}) as Record<string, Json>;
  const required = (fields.required ?? []) as string[];
  // The service treats an empty field as absent.
  for (const field of required) if (isPlainText(properties[field]!)) properties[field]!.minLength = 1;
  const parameters: Json[] = [];
  if (definition.auth === 'token') {
    parameters.push({
      name: headers.channel,
      in: 'header',
      description: 'The channel of the token; an absent channel equals an empty one.',
      schema: { type: 'string' },
    });
  }
  if (definition.encoding === 'query') {
    for (const [field, schema] of Object.entries(properties)) {
      parameters.push({ name: field, in: 'query', required: required.includes(field), schema });
    }
  }
  return {
    operationId: name,
    tags: [definition.group],
    summary: definition.summary,
    parameters,
    ...(definition.encoding === 'query' ? {} : { requestBody: requestBody(definition, fields) }),
    responses: {
      200: {
        description: 'code 0: success; any other code: failure, with the reason in msg',
        content: content(definition, schemas),
      },
      ...(definition.method === 'POST' ? { 413: failed('The body is larger than the service takes.') } : {}),
      500: failed('Internal error of the service; a later retry may succeed.'),
    },
    security: [definition.auth === 'token' ? { apiKey: [], token: [] } : { apiKey: [], timestamp: [], signature: [] }],
  };
}

const mediaTypes = {
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
  json: 'application/json',
} as const;

function requestBody(definition: Endpoint, schema: Json): Json {
  return { required: true, content: { [mediaTypes[definition.encoding as keyof typeof mediaTypes]]: { schema } } };
}

const envelopeOf = (code: Json, data: Json): Json => ({
  type: 'object',
  required: ['code', 'data', 'msg'],
  properties: { code, data, msg: { type: 'string' } },
});

/** Every refusal has this form, whatever the successful response of the call is. */
const failure = envelopeOf({ type: 'integer', not: { const: 0 } }, { type: 'array', maxItems: 0 });
const FAILURE = { $ref: '#/components/schemas/Failure' };

/** OpenAPI 3.1 cannot describe streams; its tools read the schema of this media type as that of one event. */
const streamEvent: Json = {
  type: 'object',
  description: `One event. The text is the concatenated content of the message events; close with ${STREAM_END} ends a complete text.`,
  required: ['event', 'data'],
  properties: {
    event: { type: 'string', enum: ['message', 'close', 'error', 'filter'] satisfies StreamEventName[] },
    data: { type: 'string', description: `message: JSON with content. error, filter: JSON with code and msg.` },
  },
};

function failed(description: string): Json {
  return { description, content: { [mediaTypes.json]: { schema: FAILURE } } };
}

function content(definition: Endpoint, schemas: Json): Json {
  const stream = { [EVENT_STREAM]: { schema: { $ref: '#/components/schemas/StreamEvent' } } };
  // A stream that fails before its first byte responds with an envelope.
  if (definition.responds === 'stream') return { ...stream, [mediaTypes.json]: { schema: FAILURE } };
  const success = envelopeOf({ type: 'integer', const: 0 }, wireSchema(definition.data, schemas));
  const enveloped = { [mediaTypes.json]: { schema: { anyOf: [success, FAILURE] } } };
  return definition.responds === 'envelope' ? enveloped : { ...stream, ...enveloped };
}

function isPlainText({ type, pattern }: Json): boolean {
  return type === 'string' && pattern === undefined;
}

/** Recursive schemas, which a document can only contain by name. */
const named = z.registry<{ id: string }>();
named.add(outlineNode, { id: 'OutlineNode' });
named.add(pptNode, { id: 'PptNode' });
named.add(optionNode, { id: 'OptionNode' });

/** The wire side of a schema: codecs are described as sent. Named parts go to the components. */
function wireSchema(schema: z.ZodType, components: Json): Json {
  // Wrapped, because a recursive schema would refer to the root of a document other than its own.
  const wrapped = z.toJSONSchema(z.object({ wrapped: schema }), {
    io: 'input',
    unrepresentable: 'any',
    metadata: named,
    override: ({ zodSchema, jsonSchema, path }) => {
      if (path.at(-1) === 'file') Object.assign(jsonSchema, { type: 'string', format: 'binary' });
      // Descriptions and bounds are in zod's global registry, which `metadata` above replaces.
      Object.assign(jsonSchema, z.globalRegistry.get(zodSchema));
      // Bounds that only restate the range of JSON numbers are noise.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  const moved = JSON.parse(JSON.stringify(wrapped).replaceAll('"#/$defs/', '"#/components/schemas/'));
  for (const [name, part] of Object.entries((moved.$defs ?? {}) as Record<string, Json>)) {
    const { id: _name, ...definition } = part;
    components[name] = definition;
  }
  return moved.properties.wrapped;
}

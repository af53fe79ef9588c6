import { z } from 'zod';
import type { Endpoint } from './endpoint';
import { EVENT_STREAM, endpointNames, endpointOf, headers } from './index';
import { optionNode } from './options';
import { outlineNode, pptNode } from './outline';

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 document of the whole contract, made from the same schemas as client and service. */
export function openApiDocument({ version, baseUrl }: { version: string; baseUrl: string }): Json {
  const paths: Record<string, Json> = {};
  const schemas: Json = {};
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
  const required = (fields.required ?? []) as string[];
  const parameters: Json[] = [];
  if (definition.auth === 'token') {
    parameters.push({ name: headers.channel, in: 'header', schema: { type: 'string' }, allowEmptyValue: true });
  }
  if (definition.encoding === 'query') {
    for (const [field, schema] of Object.entries((fields.properties ?? {}) as Record<string, Json>)) {
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
        description: 'code 0: success; any other code: a failure, msg says why',
        content: content(definition, schemas),
      },
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

function content(definition: Endpoint, schemas: Json): Json {
  const stream = { [EVENT_STREAM]: { schema: { type: 'string' } } };
  const data = definition.responds === 'stream' ? {} : wireSchema(definition.data, schemas);
  const enveloped = {
    'application/json': {
      schema: {
        type: 'object',
        required: ['code', 'data', 'msg'],
        properties: { code: { type: 'integer' }, data, msg: { type: 'string' } },
      },
    },
  };
  return definition.responds === 'envelope' ? enveloped : { ...stream, ...enveloped };
}

/** Schemas that contain themselves: a document can only hold them under a name. */
const named = z.registry<{ id: string }>();
named.add(outlineNode, { id: 'OutlineNode' });
named.add(pptNode, { id: 'PptNode' });
named.add(optionNode, { id: 'OptionNode' });

/** The wire side of a schema: codecs show what travels, not what programs see. Named parts go to the components. */
function wireSchema(schema: z.ZodType, components: Json): Json {
  // Wrapped, because a schema that contains itself would refer to the root of a document that is not its own.
  const wrapped = z.toJSONSchema(z.object({ wrapped: schema }), {
    io: 'input',
    unrepresentable: 'any',
    metadata: named,
    override: ({ jsonSchema, path }) => {
      if (path.at(-1) === 'file') Object.assign(jsonSchema, { type: 'string', format: 'binary' });
    },
  });
  const moved = JSON.parse(JSON.stringify(wrapped).replaceAll('"#/$defs/', '"#/components/schemas/'));
  for (const [name, part] of Object.entries((moved.$defs ?? {}) as Record<string, Json>)) {
    const { id: _name, ...definition } = part;
    components[name] = definition;
  }
  return moved.properties.wrapped;
}

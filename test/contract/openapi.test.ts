import { endpointNames, endpointOf } from '../../src/contract/index';
import { openApiDocument } from '../../src/contract/openapi';

// biome-ignore lint/suspicious/noExplicitAny: a test walks the document as it is
const document = openApiDocument({ version: '1.2.3', baseUrl: 'http://example.test' }) as any;
const text = JSON.stringify(document);

describe('the OpenAPI document', () => {
  test('is version 3.1 and knows its server', () => {
    expect([document.openapi, document.info.version, document.servers]).toEqual([
      '3.1.0',
      '1.2.3',
      [{ url: 'http://example.test' }],
    ]);
  });

  test.each(endpointNames)('has %s under its path and method', (name) => {
    const { path, method, auth } = endpointOf(name);
    const operation = document.paths[path][method.toLowerCase()];
    expect(operation.operationId).toBe(name);
    expect(Object.keys(operation.security[0])).toContain(auth === 'token' ? 'token' : 'signature');
  });

  test('has no reference that leads nowhere', () => {
    const references = [...text.matchAll(/"\$ref":"([^"]*)"/g)].map(([, reference]) => reference as string);
    expect(references.length).toBeGreaterThan(0);
    for (const reference of references) {
      const target = reference
        .replace(/^#\//, '')
        .split('/')
        .reduce((at, key) => at?.[key], document);
      expect({ reference, found: typeof target }).toEqual({ reference, found: 'object' });
    }
  });

  test('has no schema dialects and definitions of its own inside', () => {
    expect(text).not.toMatch(/"\$schema"|"\$defs"/);
  });

  test('names the schemas that contain themselves', () => {
    expect(Object.keys(document.components.schemas).sort()).toEqual(['OptionNode', 'OutlineNode', 'PptNode']);
    const { properties, id } = document.components.schemas.PptNode;
    expect(properties.children.items).toEqual({ $ref: '#/components/schemas/PptNode' });
    expect(id).toBeUndefined();
  });

  test('shows a file as binary, required fields as required and streams as event streams', () => {
    const task = document.paths['/api/ai/chat/v2/task'].post.requestBody.content['multipart/form-data'].schema;
    expect(task.properties.file).toMatchObject({ type: 'string', format: 'binary' });
    expect(task.required).toEqual(['type']);
    const stream = document.paths['/api/ai/chat/outline'].get;
    expect(Object.keys(stream.responses[200].content)).toContain('text/event-stream');
    expect(stream.parameters.find((one: { name: string }) => one.name === 'task_id')).toMatchObject({
      in: 'query',
      required: true,
    });
  });
});

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
    expect(Object.keys(document.components.schemas).sort()).toEqual([
      'Failure',
      'OptionNode',
      'OutlineNode',
      'PptNode',
      'StreamEvent',
    ]);
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

  test('tells success from failure, and says what the service sends, not what a client would read', () => {
    const answer = (path: string, method: string) =>
      document.paths[path][method].responses[200].content['application/json'].schema;
    const [success, failure] = answer('/api/design/list', 'get').anyOf;
    expect(success.properties.code).toEqual({ type: 'integer', const: 0 });
    expect(success.properties.data).toMatchObject({ type: 'object', required: ['pagination', 'list'] });
    expect(failure).toEqual({ $ref: '#/components/schemas/Failure' });
    expect(answer('/api/ai/chat/outline', 'get')).toEqual(failure);
    const sent = (path: string, method: string) => answer(path, method).anyOf[0].properties.data;
    expect(sent('/api/design/delete', 'post')).toMatchObject({ type: 'array', maxItems: 0 });
    expect(sent('/api/statistic/user/task', 'post')).toEqual({ type: 'string' });
    expect(sent('/api/download/export/file/result', 'post')).toMatchObject({
      type: 'array',
      description: expect.stringMatching(/links/),
    });
  });

  test('has a status for every answer that is not HTTP 200', () => {
    const statuses = (path: string, method: string) => Object.keys(document.paths[path][method].responses);
    expect(statuses('/api/design/list', 'get')).toEqual(['200', '500']);
    expect(statuses('/api/design/v2/save', 'post')).toEqual(['200', '413', '500']);
  });

  test('allows no request that the service would refuse for its form', () => {
    const { properties } =
      document.paths['/api/design/save/name'].post.requestBody.content['application/x-www-form-urlencoded'].schema;
    expect(properties.name).toEqual({ type: 'string', minLength: 1 });
    expect(properties.user_design_id.anyOf[1]).toMatchObject({ maximum: 999_999_999_999_999 });
  });
});

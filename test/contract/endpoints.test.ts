import { type EndpointName, endpointNames, endpointOf } from '../../src/contract/index';

/** Typed by hand from the endpoint tables of the specification: name, group, method, path, auth, encoding, answer. */
const SPECIFICATION: readonly (readonly [EndpointName, string, string, string, string, string, string])[] = [
  ['grantToken', 'credentials', 'GET', '/api/grant/token', 'signature', 'query', 'envelope'],
  ['grantCode', 'credentials', 'GET', '/api/grant/code', 'signature', 'query', 'envelope'],

  ['createTask', 'generation', 'POST', '/api/ai/chat/v2/task', 'token', 'multipart', 'envelope'],
  ['streamOutline', 'generation', 'GET', '/api/ai/chat/outline', 'token', 'query', 'stream'],
  ['streamContent', 'generation', 'GET', '/api/ai/chat/content', 'token', 'query', 'stream'],
  ['streamAlternativeOutline', 'generation', 'GET', '/api/ai/chat/wx/outline', 'token', 'query', 'stream'],
  ['readAlternativeContent', 'generation', 'GET', '/api/ai/chat/wx/content', 'token', 'query', 'either'],
  ['streamWordContent', 'generation', 'GET', '/api/ai/chat/v2/word', 'token', 'query', 'stream'],
  ['startContent', 'generation', 'GET', '/api/ai/chat/v2/content', 'token', 'query', 'envelope'],
  ['checkContent', 'generation', 'GET', '/api/ai/chat/v2/content/check', 'token', 'query', 'envelope'],
  ['addProLayout', 'generation', 'POST', '/api/ai/pro/layout/add', 'token', 'json', 'envelope'],

  ['readOutlineTree', 'outline', 'POST', '/api/generate/data', 'token', 'form', 'envelope'],
  ['readPptTree', 'outline', 'POST', '/api/generate/ppt-tree', 'token', 'form', 'envelope'],
  ['saveOutline', 'outline', 'POST', '/api/ai/chat/v2/outline/save', 'token', 'form', 'envelope'],

  ['listAdvancedOptions', 'options', 'GET', '/api/ai/chat/senior/option', 'token', 'query', 'envelope'],
  ['listPresetTopics', 'options', 'GET', '/api/ai/chat/config/list', 'token', 'query', 'envelope'],
  ['readPresetTopic', 'options', 'GET', '/api/ai/chat/config/detail', 'token', 'query', 'envelope'],

  ['listSuitFilters', 'templates', 'GET', '/api/template_component/suit/select', 'token', 'query', 'envelope'],
  ['searchSuits', 'templates', 'GET', '/api/template_component/suit/search', 'token', 'query', 'envelope'],
  [
    'listEnterpriseSuits',
    'templates',
    'GET',
    '/api/template_component/enterprise/suit/list',
    'token',
    'query',
    'envelope',
  ],

  ['saveDesign', 'designs', 'POST', '/api/design/v2/save', 'token', 'form', 'envelope'],
  ['listDesigns', 'designs', 'GET', '/api/design/list', 'token', 'query', 'envelope'],
  ['readDesign', 'designs', 'GET', '/api/design/info', 'token', 'query', 'envelope'],
  ['renameDesign', 'designs', 'POST', '/api/design/save/name', 'token', 'form', 'envelope'],
  ['deleteDesign', 'designs', 'POST', '/api/design/delete', 'token', 'form', 'envelope'],
  ['listDeletedDesigns', 'designs', 'GET', '/api/design/del/list', 'token', 'query', 'envelope'],
  ['revertDesign', 'designs', 'POST', '/api/design/revert', 'token', 'form', 'envelope'],
  ['clearDesign', 'designs', 'POST', '/api/design/clear', 'token', 'form', 'envelope'],

  ['startExport', 'exports', 'POST', '/api/download/export/file', 'token', 'form', 'envelope'],
  ['readExportResult', 'exports', 'POST', '/api/download/export/file/result', 'token', 'form', 'envelope'],

  ['countUserOutlines', 'usage', 'POST', '/api/statistic/user/task', 'signature', 'form', 'envelope'],
];

describe('the contract', () => {
  test('has the 31 endpoints of the specification and no other', () => {
    expect(SPECIFICATION).toHaveLength(31);
    expect([...endpointNames].sort()).toEqual(SPECIFICATION.map(([name]) => name).sort());
  });

  test('has them in 8 groups of 2, 9, 3, 3, 3, 8, 2 and 1', () => {
    const counts: Record<string, number> = {};
    for (const name of endpointNames) counts[endpointOf(name).group] = (counts[endpointOf(name).group] ?? 0) + 1;
    expect(counts).toEqual({
      credentials: 2,
      generation: 9,
      outline: 3,
      options: 3,
      templates: 3,
      designs: 8,
      exports: 2,
      usage: 1,
    });
  });

  test.each(SPECIFICATION)(
    'says of %s what the specification says',
    (name, group, method, path, auth, encoding, responds) => {
      expect(endpointOf(name)).toMatchObject({ group, method, path, auth, encoding, responds });
    },
  );

  test('calls a second thing a create, and nothing else', () => {
    const creates = endpointNames.filter((name) => endpointOf(name).retry === 'create');
    expect(creates.sort()).toEqual(['addProLayout', 'createTask', 'saveDesign', 'startContent', 'startExport']);
  });

  test('calls each text that is streamed a generation, and nothing else', () => {
    const generations = endpointNames.filter((name) => endpointOf(name).retry === 'generate');
    expect(generations).toEqual(endpointNames.filter((name) => endpointOf(name).responds !== 'envelope'));
  });

  test('marks the answers that hold a credential', () => {
    expect(endpointNames.filter((name) => endpointOf(name).secret)).toEqual(['grantToken', 'grantCode']);
  });
});

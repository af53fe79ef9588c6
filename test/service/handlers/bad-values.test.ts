import { type Endpoint, type EndpointName, endpointNames, endpointOf } from '../../../src/contract/index';
import { startTestService, type TestService } from '../running-service';
import { Session, signed } from '../session';
import { describeStores } from '../stores';

/** What a careless client sends as a value. `undefined`: the field is left out. */
const BAD: readonly (string | undefined)[] = [
  undefined,
  '',
  ' ',
  'x',
  '-1',
  '0',
  '1.5',
  '999999999999999',
  '99999999999999999999999',
  'a\u0000b',
  '\u202e\ud83d\ude00',
  '[1]',
  '{}',
  'x'.repeat(5_000),
];

describeStores('a bad value in any field of any endpoint', (store) => {
  let service: TestService;
  let session: Session;
  let right: Record<string, string>;
  beforeAll(async () => {
    service = await startTestService({ store, runJobs: false });
    session = await Session.open(service.url, 'careless');
    const task = await session.writtenTask('Careful words');
    const design = (await session.form('/api/design/v2/save', { task_id: task })).data.id;
    const ticket = (await session.get('/api/ai/chat/v2/content', { task_id: task })).data;
    const key = (await session.form('/api/download/export/file', { id: design, format: 'ppt' })).data;
    right = {
      task_id: String(task),
      text_id: String(task),
      design_id: String(design),
      user_design_id: String(design),
      id: String(design),
      ticket,
      task_key: key,
      title: 'Title',
      type: '1',
      format: 'ppt',
      uid: 'careless',
      name: 'Name',
      content: '# Careful words\n\n## One\n\n### Page\n\n#### Point\n',
    };
  });
  afterAll(() => service.close());

  const call = async (endpoint: Endpoint, fields: Record<string, string>) => {
    const { method, path, auth, encoding } = endpoint;
    const headers = auth === 'signature' ? signed(method, `${path}/`) : { ...session.headers };
    if (method === 'GET') return fetch(`${service.url}${path}?${new URLSearchParams(fields)}`, { headers });
    if (encoding === 'json') {
      Object.assign(headers, { 'content-type': 'application/json' });
      return fetch(`${service.url}${path}`, { method, headers, body: JSON.stringify(fields) });
    }
    let body: FormData | URLSearchParams = new URLSearchParams(fields);
    if (encoding === 'multipart') {
      body = new FormData();
      for (const [name, value] of Object.entries(fields)) body.append(name, value);
    }
    return fetch(`${service.url}${path}`, { method, headers, body });
  };

  const withFields = endpointNames.filter((name) => Object.keys(endpointOf(name).request.shape).length > 0);
  it.each(withFields)('%s: an envelope that says what to fix', async (name: EndpointName) => {
    const endpoint = endpointOf(name);
    for (const field of Object.keys(endpoint.request.shape)) {
      for (const bad of BAD) {
        const fields = Object.fromEntries(
          Object.keys(endpoint.request.shape).flatMap((each) =>
            each !== field && right[each] !== undefined ? [[each, right[each]]] : [],
          ),
        );
        if (bad !== undefined) fields[field] = bad;
        const response = await call(endpoint, fields);
        const said = await response.text();
        const where = `${name} ${field}=${JSON.stringify(bad?.slice(0, 30))}: ${response.status} ${said.slice(0, 300)}`;
        if (response.headers.get('content-type')?.startsWith('text/event-stream')) continue;
        const { code, msg } = JSON.parse(said);
        // A field that may be left out, or a value that happens to be right, is not an error; everything else is rejected with a reason.
        expect([where, response.status]).toEqual([where, 200]);
        expect([where, code === 0 || msg.length > 10]).toEqual([where, true]);
        expect([where, code]).not.toEqual([where, 50000]);
      }
    }
  });
});

import { madeBefore } from '../../setup/made-before';
import { serviceForTests, startTestService } from '../running-service';
import { Session, textOf } from '../session';
import { exchange, rawRequest, unchunked } from './raw';

describe('an event stream', () => {
  const service = serviceForTests({ runJobs: false, timing: { outlineFragmentMs: 2, contentFragmentMs: 2 } });
  const session = madeBefore(() => Session.open(service.url, 'stream'));
  const newTask = async (title = 'Bees and gardens'): Promise<number> => (await session.createTask(title)).data.id;
  const raw = (path: string) =>
    exchange(service.port, rawRequest(`GET ${path}`, { ...session.headers, Connection: 'keep-alive' }));

  it('has exactly the bytes that readers of this interface know, and then the connection ends', async () => {
    const answer = await raw(`/api/ai/chat/outline?task_id=${await newTask('城市里的蜜蜂')}`);
    const [head = '', ...rest] = answer.split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(head.toLowerCase()).toContain('\r\ncontent-type: text/event-stream; charset=utf-8');
    expect(head.toLowerCase()).toContain('\r\nconnection: close');
    const { text, complete } = unchunked(rest.join('\r\n\r\n'));
    expect(complete).toBe(true);
    expect(text).toMatch(/^(event:message\ndata:\{"content":".*"\}\n\n)+event:close\ndata:api-close\n\n$/);
    expect(text).not.toContain('\r');
    expect(textOf(text)).toMatch(/^```[a-z]*\n# /);
  });

  it('has the word of its last event in no other line, whatever the words of the person are', async () => {
    const title = 'Closer to the closet: CLOSE, disclosed, 近close';
    const text = await session.stream('/api/ai/chat/outline', await newTask(title));
    const lines = text.split('\n').filter((line) => /close/i.test(line));
    expect(lines).toEqual(['event:close', 'data:api-close']);
    expect(textOf(text)).toContain(`# ${title}\n`);
  });

  it('that cannot begin is an envelope with HTTP 200, on one line', async () => {
    const answer = await exchange(service.port, rawRequest('GET /api/ai/chat/content?task_id=999999', session.headers));
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(head).toMatch(/content-type: application\/json/i);
    expect(body).toMatch(/^\{"code":12102,"data":\[\],"msg":"task_id 999999[^\n]*"\}$/);
  });

  it('stores the outline before it says close, each one as a new variant', async () => {
    const task = await newTask();
    const first = textOf(await session.stream('/api/ai/chat/outline', task));
    const second = textOf(await session.stream('/api/ai/chat/outline', task));
    expect(second).not.toBe(first);
    const count = await session.form('/api/generate/data', { task_id: task });
    expect(count.code).toBe(0);
  });

  it('that is cut leaves nothing behind, and its work ends', async () => {
    const slow = await startTestService({ runJobs: false, timing: { outlineFragmentMs: 5, contentFragmentMs: 20 } });
    const user = await Session.open(slow.url, 'cut');
    const { data } = await user.createTask('Bees and gardens');
    const request = rawRequest(`GET /api/ai/chat/outline?task_id=${data.id}`, user.headers);
    await exchange(slow.port, request, (received) => received.includes('event:message'));
    // Longer than the whole outline would take.
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(await user.form('/api/generate/data', { task_id: data.id })).toMatchObject({
      code: 40000,
      msg: expect.stringContaining('no outline yet'),
    });
    // A cut content stream holds no one else up.
    const content = rawRequest(`GET /api/ai/chat/content?task_id=${data.id}`, user.headers);
    await exchange(slow.port, content, (received) => received.includes('event:message'));
    expect(textOf(await user.stream('/api/ai/chat/content', data.id))).toMatch(/^```/);
    await slow.close();
  });

  it('says in an error event that the service stops, and does not end as if it were whole', async () => {
    const slow = await startTestService({ runJobs: false, timing: { outlineFragmentMs: 300 } });
    const user = await Session.open(slow.url, 'stop');
    const { data } = await user.createTask('Bees and gardens');
    const response = await user.fetch('/api/ai/chat/outline', { task_id: data.id });
    const reader = response.body!.getReader();
    const decoder = new TextDecoder();
    let text = decoder.decode((await reader.read()).value, { stream: true });
    const closed = slow.close();
    for (let step = await reader.read(); !step.done; step = await reader.read()) text += decoder.decode(step.value);
    await closed;
    expect(text).toMatch(
      /event:error\ndata:\{"code":50000,"msg":"the service is shutting down[^\n]*","message":"the service is shutting down[^\n]*"\}\n\n$/,
    );
    expect(text).not.toContain('event:close');
  });

  it('of content is made once: the second reading repeats the first, also when both come at the same time', async () => {
    const task = await newTask();
    const [one, two] = await Promise.all([
      session.stream('/api/ai/chat/content', task),
      session.stream('/api/ai/chat/content', task),
    ]);
    const three = await session.stream('/api/ai/chat/content', task);
    const [a, b, c] = [one, two, three].map((text) => textOf(text).trim());
    expect(b).toBe(a);
    expect(c).toBe(a);
    const ticket = (await session.get('/api/ai/chat/v2/content', { task_id: task })).data;
    expect((await session.content(ticket)).data).toMatchObject({ status: 2, content: expect.stringContaining('```') });
  });
});

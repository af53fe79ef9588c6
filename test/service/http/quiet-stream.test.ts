import { setTimeout as pause } from 'node:timers/promises';
import { type Fragment, StreamNote } from '../../../src/service/context/fragment';
import { streamBody } from '../../../src/service/http/stream';

const describeFailure = (error: unknown) => ({ code: 7, msg: (error as Error).message });
const text = async (fragments: AsyncIterable<Fragment>) =>
  new Response(await streamBody(fragments, new AbortController().signal, describeFailure, 20)).text();

describe('a stream whose text takes long', () => {
  it('begins before its text, and sends comments while it waits', async () => {
    let write = () => {};
    const written = new Promise<void>((resolve) => {
      write = resolve;
    });
    async function* slow() {
      await written;
      yield 'one';
      await pause(500);
      yield 'two';
    }
    const body = await streamBody(slow(), new AbortController().signal, describeFailure, 20);
    setTimeout(write, 500);
    const events = (await new Response(body).text()).split('\n\n');
    expect(events.filter((event) => event === ':').length).toBeGreaterThan(5);
    expect(events.filter((event) => event !== ':')).toEqual([
      'event:message\ndata:{"content":"one"}',
      'event:message\ndata:{"content":"two"}',
      'event:close\ndata:api-close',
      '',
    ]);
  });

  it('says a sentence for a person in one comment of one line', async () => {
    async function* noted() {
      yield '';
      yield 'text';
      yield new StreamNote('It wrote\n\nevent:close nothing.');
    }
    expect((await text(noted())).split('\n\n')).toEqual([
      ':',
      'event:message\ndata:{"content":"text"}',
      ': It wrote event:close nothing.',
      'event:close\ndata:api-close',
      '',
    ]);
  });

  it('that fails at once has no stream, and later an error event', async () => {
    const refusing = () => ({
      [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('no model')) }),
    });
    async function* failing(ms: number): AsyncGenerator<string> {
      await pause(ms);
      yield '';
      throw new Error('out of memory');
    }
    await expect(text(refusing())).rejects.toThrow('no model');
    expect(await text(failing(150))).toContain('event:error\ndata:{"code":7,"msg":"out of memory"');
  });
});

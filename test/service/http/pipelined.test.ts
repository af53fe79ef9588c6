import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { acceptingHttp10 } from '../../../src/base/edge/http-listener';

const REQUEST = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';

/** A server, and everything that one connection receives until it is closed. */
async function send(listener: RequestListener, text: string): Promise<{ received: string; close(): void }> {
  const server: Server = createServer(acceptingHttp10(listener));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let received = '';
  socket.setEncoding('utf8').on('data', (part: string) => {
    received += part;
  });
  socket.on('error', () => undefined);
  socket.write(text);
  await new Promise((closed) => socket.once('close', closed));
  return { received, close: () => server.close() };
}

describe('requests that do not wait for responses', () => {
  it('are begun up to a number, and then their connection is closed', async () => {
    let begun = 0;
    const { close } = await send(() => {
      begun += 1;
    }, REQUEST.repeat(1_000));
    close();
    expect(begun).toBe(16);
  });

  it('are answered while they are few, and any number of them one after the other', async () => {
    const { received, close } = await send(
      (_, response) => response.end('x'),
      `${REQUEST.repeat(9)}GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
    );
    close();
    expect(received.match(/HTTP\/1\.1 200/g)).toHaveLength(10);
    const server = createServer(acceptingHttp10((_, response) => response.end('x')));
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8');
    let answers = 0;
    for (; answers < 100; answers += 1) {
      socket.write(REQUEST);
      await new Promise((answered) => socket.once('data', answered));
    }
    expect([answers, socket.destroyed]).toEqual([100, false]);
    socket.destroy();
    server.close();
  });
});

import { once } from 'node:events';
import { connect, constants, createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';

export interface GuardedCluster {
  address: string;
  close(): Promise<void>;
}

const PERMISSION_DENIED = '7';
const ADMINISTRATION = /operatorservice|RegisterNamespace|UpdateNamespace/;

/** A proxy that denies administration of the real server, like Temporal Cloud and many clusters. */
export async function startGuardedCluster(real: string): Promise<GuardedCluster> {
  const upstream = connect(`http://${real}`);
  const server = createServer();
  const sessions = new Set<{ destroy(): void }>();
  server.on('session', (session) => {
    sessions.add(session);
    session.on('error', () => {});
  });
  server.on('stream', (stream, headers) => {
    stream.on('error', () => {});
    if (ADMINISTRATION.test(String(headers[constants.HTTP2_HEADER_PATH]))) {
      stream.resume();
      const trailersOnly = { 'grpc-status': PERMISSION_DENIED, 'grpc-message': 'Request unauthorized.' };
      stream.respond({ ':status': 200, 'content-type': 'application/grpc', ...trailersOnly }, { endStream: true });
      return;
    }
    const call = upstream.request({ ...headers, [constants.HTTP2_HEADER_AUTHORITY]: real });
    call.on('error', () => stream.destroy());
    stream.on('aborted', () => call.destroy());
    let trailers = {};
    call.on('response', (answer) => {
      // An error consists of headers only.
      const whole = answer['grpc-status'] !== undefined;
      stream.respond(answer, whole ? { endStream: true } : { waitForTrailers: true });
    });
    call.on('trailers', (sent) => {
      trailers = sent;
    });
    stream.on('wantTrailers', () => stream.sendTrailers(withoutPseudo(trailers)));
    stream.pipe(call);
    call.pipe(stream);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const session of sessions) session.destroy();
      upstream.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function withoutPseudo(headers: object): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(':')));
}

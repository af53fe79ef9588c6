import { createServer } from 'node:net';

/** Below the ports that systems give to outgoing connections, so that none of them takes it before the test does. */
const LOWEST = 20_000;
const HIGHEST = 32_000;

/** Free ports for servers that a test starts later. */
export async function quietPorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST));
    if (await isFree(port)) ports.add(port);
  }
  return [...ports];
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const server = createServer().once('error', () => done(false));
    server.listen(port, () => server.close(() => done(true)));
  });
}

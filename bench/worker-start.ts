import { join } from 'node:path';
import { measurePairs, type Paired } from './pairs';
import { killed, startProcessStack } from './processes';

/** `deck worker` until it is ready, with the workflow code bundled by the build over bundled at the start. */
export async function workerReady(): Promise<Paired> {
  const stack = await startProcessStack();
  try {
    const configuration = stack.configure('worker');
    const ready = async (node: string[] = []) => {
      const began = performance.now();
      const worker = await stack.start('worker', configuration, node);
      const seconds = (performance.now() - began) / 1000;
      await killed(worker);
      return seconds;
    };
    return await measurePairs(
      { name: 'start of a worker, pre-bundled / bundled from source', target: '≤ 0.6', unit: 's' },
      { ours: () => ready(), other: () => ready(['--require', join(__dirname, 'from-source.js')]) },
    );
  } finally {
    await stack.close();
  }
}

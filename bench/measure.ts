/** The process of one benchmark: measures it and hands its ratios to the runner. */
import { benchmarks } from './benchmarks';
import type { Paired } from './pairs';

async function main(name: string): Promise<void> {
  const ratios: Paired[] = [];
  for (const benchmark of await benchmarks[name]!()) ratios.push(...[await benchmark()].flat());
  process.send!(ratios, () => process.exit(0));
}

// The runner was ended: no one waits for the figures.
process.once('disconnect', () => process.exit(1));

main(process.argv[2] ?? '').catch((error) => {
  console.error(error);
  process.exit(1);
});

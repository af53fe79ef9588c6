import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { packageRoot } from '../../src/base/io/package-root';
import { KINDS } from '../../src/frames/kinds';
import type { TopicSeed } from '../../src/service/writer/topics/preset-topics';

const text = z.string().trim().min(1);
const topics: z.ZodType<TopicSeed[]> = z.array(
  z.strictObject({ id: z.int(), scene: z.int(), title: text, kind: z.enum(KINDS), audience: text.exactOptional() }),
);

test('the topics are complete, and nothing else', () => {
  const file: unknown = JSON.parse(readFileSync(join(packageRoot, 'src/service/writer/topics/topics.json'), 'utf8'));
  expect(topics.parse(file)).toEqual(file);
});

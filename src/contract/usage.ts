import { z } from 'zod';
import { endpoint } from './endpoint';
import { serverSchema } from './wire';

const counts = z.array(z.object({ uid: z.string(), count: z.int() }));

export const usage = {
  countUserOutlines: endpoint({
    group: 'usage',
    method: 'POST',
    path: '/api/statistic/user/task',
    auth: 'signature',
    encoding: 'form',
    request: z.object({
      uid: z.union([z.string(), z.array(z.string()).max(20)]).describe('One user; repeat the field for several.'),
      channel: z.string().optional(),
    }),
    responds: 'envelope',
    /** The specification shows the array serialized as a string; a plain array is accepted as well. */
    data: serverSchema(
      z.string(),
      z.codec(z.union([z.string(), counts]), counts, {
        decode: (value, context) => {
          if (typeof value !== 'string') return value;
          try {
            return JSON.parse(value);
          } catch {
            context.issues.push({ code: 'custom', input: value, message: 'must be a string with a JSON array' });
            return z.NEVER;
          }
        },
        encode: (value) => JSON.stringify(value),
      }),
    ),
    retry: 'read',
    summary: 'Counts the outlines generated for a user.',
  }),
};

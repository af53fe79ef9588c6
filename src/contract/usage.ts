import { z } from 'zod';
import { endpointsOf } from './endpoint';

const endpoint = endpointsOf('usage');

const counts = z.array(z.object({ uid: z.string(), count: z.int() }));

export const usage = {
  countUserOutlines: endpoint({
    method: 'POST',
    path: '/api/statistic/user/task',
    auth: 'signature',
    request: z.object({
      uid: z.union([z.string(), z.array(z.string()).max(20)]).describe('One user; repeat the field for several.'),
      channel: z.string().optional(),
    }),
    /** The specification shows the array serialized as a string. */
    data: z.codec(z.string(), counts, { decode: (text) => JSON.parse(text), encode: (value) => JSON.stringify(value) }),
    retry: 'read',
    summary: 'Counts the outlines generated for a user.',
  }),
};

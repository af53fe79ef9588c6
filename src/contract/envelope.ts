import { z } from 'zod';

/** Every JSON response: `code` 0 is success, any other code a failure with its reason in `msg`. */
export const envelope = z.object({ code: z.int(), data: z.unknown(), msg: z.string().default('') });

export type Envelope = z.infer<typeof envelope>;

export const SUCCESS = 0;

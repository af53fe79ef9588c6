import { z } from 'zod';

/** Every JSON answer: `code` 0 is success, anything else is a failure whose reason stands in `msg`. */
export const envelope = z.object({ code: z.int(), data: z.unknown(), msg: z.string().default('') });

export type Envelope = z.infer<typeof envelope>;

export const SUCCESS = 0;

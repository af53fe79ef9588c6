import { z } from 'zod';
import type { workflowSettings } from '../config/workflow-settings';

/** Formats a deck can be delivered in; the values that travel are in the service profile. */
export const deliveryFormats = ['ppt', 'pdf', 'png', 'jpeg'] as const;
export type DeliveryFormat = (typeof deliveryFormats)[number];

export const TITLE_LIMIT = 200;

/** One line of text as people type it: trimmed, 1 to `most` characters, no control characters. */
function line(what: string, most: number) {
  return z
    .string(`${what} must be text`)
    .trim()
    .min(1, `${what} is empty`)
    .max(most, `${what} is longer than ${most} characters`)
    .refine(
      (text) => !/[\u0000-\u001f\u007f\u2028\u2029]/.test(text),
      `${what} contains control characters or line breaks`,
    );
}

/** `uid` and `request` make up the workflow id, which the Temporal UI shows and the output folder repeats. */
const key = (what: string) =>
  line(what, 100).regex(/^[\p{L}\p{N}._@+=-]+$/u, `${what} may hold letters, digits and . _ @ + = - only`);

/**
 * Input of the workflow `presentation`: one JSON object, from any client and from the Temporal UI's start form.
 * Whatever is left out comes from temporal.yaml of the worker.
 */
export const presentationInput = z.strictObject({
  uid: key('uid').describe("The integrator's own name of the user whose deck this is."),
  request: key('request').describe('Key of the request; the same uid and request are one deck, however often started.'),
  channel: z.string().max(100).optional().describe('Optional channel of the user.'),
  title: line('title', TITLE_LIMIT).describe('What the deck is about.'),
  name: line('name', 200).optional().describe('Name of the design and of the file; the title when left out.'),
  content: z
    .enum(['stream', 'ticket'])
    .optional()
    .describe('How content is generated: streamed, or as a job that is polled by its ticket (the default).'),
  template: z
    .strictObject({ id: z.int().positive(), type: z.literal([1, 2]) })
    .optional()
    .describe('A suit: its id and type (1 system, 2 enterprise), always both; left out, the first suit that fits.'),
  formats: z
    .array(z.enum(deliveryFormats))
    .min(1)
    .max(deliveryFormats.length)
    .refine((formats) => new Set(formats).size === formats.length, 'formats names a format twice')
    .optional()
    .describe('File formats, exported one after the other.'),
  settings: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('Overrides of the section `workflow` of temporal.yaml for this deck, in the words of that file.'),
});

/** The input as a caller writes it. */
export type PresentationInput = z.input<typeof presentationInput>;
export type WorkflowSettings = z.output<typeof workflowSettings>;

/** The input with every choice made: what the workflow works by, recorded once at the start of its history. */
export interface PresentationPlan {
  uid: string;
  channel: string;
  request: string;
  title: string;
  name: string;
  content: 'stream' | 'ticket';
  template?: { id: number; type: 1 | 2 };
  formats: DeliveryFormat[];
  settings: WorkflowSettings;
}

export const WORKFLOW_ID_PREFIX = 'presentation';

/** `presentation/<uid>/<request>`: the same request started twice is one deck. */
export function workflowIdOf({ uid, request }: { uid: string; request: string }): string {
  return `${WORKFLOW_ID_PREFIX}/${uid}/${request}`;
}

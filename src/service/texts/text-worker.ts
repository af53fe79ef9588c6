/** What the threads for texts run, one request at a time. */
import { answering } from '../../threads/answering';
import { type TextRequests, textRequests } from './text-requests';

export interface TextRequest {
  call: keyof TextRequests;
  input: unknown;
}

// mammoth and its XML reader report oddities of a document on the console, where they would end up in the service's log.
for (const name of ['log', 'warn', 'error'] as const) console[name] = () => {};

export default answering(({ call, input }: TextRequest) => (textRequests[call] as (input: unknown) => unknown)(input));

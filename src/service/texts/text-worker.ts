/** The entry point of the text threads, which run one request at a time. */
import { answering } from '../../base/threads/answering';
import { type TextRequests, textRequests } from './text-requests';

export interface TextRequest {
  call: keyof TextRequests;
  input: unknown;
}

// mammoth and its XML reader print document oddities to the console, which would put them into the service's log.
for (const name of ['log', 'warn', 'error'] as const) console[name] = () => {};

export default answering(({ call, input }: TextRequest) => (textRequests[call] as (input: unknown) => unknown)(input));

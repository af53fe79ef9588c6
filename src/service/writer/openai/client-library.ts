/** The parts in use of the client library. The build puts them into this file, so the package installs without it. */
export { APIConnectionError, APIConnectionTimeoutError, APIError, OpenAI } from 'openai';

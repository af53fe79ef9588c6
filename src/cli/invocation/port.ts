import { badInput } from '../terminal/exit';

export function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535)
    throw badInput(`--port takes a number from 0 to 65535, not ${JSON.stringify(text)}.`);
  return port;
}

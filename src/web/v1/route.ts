import { createRoute, type RouteConfig } from '@hono/zod-openapi';
import { orProblem } from './components';

/** A route of the API, which can answer with an error like every other. */
export function route<
  Method extends 'get' | 'post' | 'delete',
  Path extends string,
  Rest extends Omit<RouteConfig, 'method' | 'path' | 'summary'>,
>(method: Method, path: Path, summary: string, rest: Rest) {
  const responses = { ...rest.responses, ...orProblem };
  type Described = Rest & { method: Method; path: Path; responses: typeof orProblem };
  return createRoute<Path, Described>({ ...rest, method, path, summary, responses });
}

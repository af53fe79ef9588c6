import type { Env, Hono } from 'hono';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Methods that an app serves at a path, for the header `Allow`; empty if there is no route. */
export function allowedMethods<E extends Env>(app: Hono<E>, path: string): string[] {
  const served = METHODS.filter((method) =>
    app.router.match(method, path)[0].some(([[, route]]) => route.method === method),
  );
  return served.includes('GET') ? [...served, 'HEAD'] : served;
}

import type { Env, Hono } from 'hono';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** The methods that routes of an app serve at a path, for the header `Allow`; empty where there is nothing. */
export function allowedMethods<E extends Env>(app: Hono<E>, path: string): string[] {
  const served = METHODS.filter((method) =>
    app.router.match(method, path)[0].some(([[, route]]) => route.method === method),
  );
  return served.includes('GET') ? [...served, 'HEAD'] : served;
}

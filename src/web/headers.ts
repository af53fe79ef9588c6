import type { MiddlewareHandler } from 'hono';
import type { ReviewEnv } from './context';
import { pagePolicy } from './page';

const headers: Record<string, string> = {
  'content-security-policy': pagePolicy,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
};

/** Sets the security headers on every response, including errors. */
export const securityHeaders: MiddlewareHandler<ReviewEnv> = async (c, next) => {
  await next();
  for (const [name, value] of Object.entries(headers)) {
    // The page's own files, which name their content, say how long to keep them.
    if (name !== 'cache-control' || !c.res.headers.has(name)) c.res.headers.set(name, value);
  }
};

import { z } from 'zod';
import { endpoint } from './endpoint';

const grantRequest = z.object({
  uid: z.string().describe("The integrator's own name of the end user."),
  channel: z.string().optional().describe('Optional sub-division of users; absent equals empty.'),
});

const granted = { api_key: z.string(), uid: z.string(), time_expire: z.int() };

export const credentials = {
  grantToken: endpoint({
    group: 'credentials',
    method: 'GET',
    path: '/api/grant/token',
    auth: 'signature',
    encoding: 'query',
    request: grantRequest,
    responds: 'envelope',
    data: z.object({ ...granted, token: z.string() }),
    retry: 'read',
    secret: true,
    summary: 'Grants the token of one user.',
  }),
  grantCode: endpoint({
    group: 'credentials',
    method: 'GET',
    path: '/api/grant/code',
    auth: 'signature',
    encoding: 'query',
    request: grantRequest,
    responds: 'envelope',
    data: z.object({ ...granted, code: z.string() }),
    retry: 'read',
    secret: true,
    summary: 'Grants an authorisation code for an embedded front end.',
  }),
};

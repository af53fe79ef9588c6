import { z } from 'zod';
import { endpointsOf } from './endpoint';

const endpoint = endpointsOf('credentials');

const grantRequest = z.object({
  uid: z.string().describe('Identifier of the end user, chosen by the account.'),
  channel: z.string().optional().describe('Optional subdivision of users; an absent channel equals an empty one.'),
});

const granted = { api_key: z.string(), uid: z.string(), time_expire: z.int() };

export const credentials = {
  grantToken: endpoint({
    method: 'GET',
    path: '/api/grant/token',
    auth: 'signature',
    request: grantRequest,
    data: z.object({ ...granted, token: z.string() }),
    needs: ['token'],
    retry: 'read',
    secret: true,
    summary: 'Grants a token for a user.',
  }),
  grantCode: endpoint({
    method: 'GET',
    path: '/api/grant/code',
    auth: 'signature',
    request: grantRequest,
    data: z.object({ ...granted, code: z.string() }),
    needs: ['code'],
    retry: 'read',
    secret: true,
    summary: 'Grants an authorization code for an embedded front end.',
  }),
};

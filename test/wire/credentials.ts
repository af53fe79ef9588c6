import { example, HEADERS_S, JSON_TYPE } from './example';

export const credentials = [
  example({
    endpoint: 'grantToken',
    title: 'a user without a channel',
    values: { uid: 'user-1' },
    sent: {
      line: 'GET /api/grant/token?uid={{uid}}&channel= HTTP/1.1',
      headers: HEADERS_S,
      signs: 'GET@/api/grant/token/@{{timestamp}}',
    },
    reply: {
      type: JSON_TYPE,
      body: '{"code":0,"data":{"api_key":"{{api_key}}","uid":"{{uid}}","token":"t-Zm9vYmFy_1","time_expire":259200},"msg":"success"}',
    },
    request: { uid: 'user-1', channel: '' },
    typed: { api_key: 'wire-key', uid: 'user-1', token: 't-Zm9vYmFy_1', time_expire: 259200 },
  }),
  example({
    endpoint: 'grantToken',
    title: 'a uid and a channel that need escapes',
    values: { uid: '王 & co+1' },
    sent: {
      line: 'GET /api/grant/token?uid=%E7%8E%8B%20%26%20co%2B1&channel=a%2Fb HTTP/1.1',
      headers: HEADERS_S,
      signs: 'GET@/api/grant/token/@{{timestamp}}',
    },
    reply: {
      type: 'application/json; charset=utf-8',
      body: '{"code":0,"data":{"api_key":"{{api_key}}","uid":"{{uid}}","token":"t2","time_expire":2592000},"msg":""}',
    },
    request: { uid: '王 & co+1', channel: 'a/b' },
    typed: { api_key: 'wire-key', uid: '王 & co+1', token: 't2', time_expire: 2592000 },
  }),
  example({
    endpoint: 'grantCode',
    title: 'a code for the embedding front end',
    values: { uid: 'user-1' },
    sent: {
      line: 'GET /api/grant/code?uid={{uid}}&channel=web HTTP/1.1',
      headers: HEADERS_S,
      signs: 'GET@/api/grant/code/@{{timestamp}}',
    },
    reply: {
      type: JSON_TYPE,
      body: '{"code":0,"data":{"api_key":"{{api_key}}","uid":"{{uid}}","code":"c-123","time_expire":86400},"msg":"success"}',
    },
    request: { uid: 'user-1', channel: 'web' },
    typed: { api_key: 'wire-key', uid: 'user-1', code: 'c-123', time_expire: 86400 },
  }),
];

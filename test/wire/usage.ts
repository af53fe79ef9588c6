import { example, FORM, HEADERS_S, JSON_TYPE } from './example';

export const usage = [
  example({
    endpoint: 'countUserOutlines',
    title: 'the array serialised as a string',
    values: { uid: 'user-1' },
    sent: {
      line: 'POST /api/statistic/user/task HTTP/1.1',
      headers: [...HEADERS_S, FORM],
      body: 'uid={{uid}}&channel=web',
      signs: 'POST@/api/statistic/user/task/@{{timestamp}}',
    },
    reply: { type: JSON_TYPE, body: '{"code":0,"data":"[{\\"uid\\":\\"{{uid}}\\",\\"count\\":4}]","msg":"success"}' },
    request: { uid: 'user-1', channel: 'web' },
    typed: [{ uid: 'user-1', count: 4 }],
  }),
  example({
    endpoint: 'countUserOutlines',
    title: 'two users, a plain array',
    values: {},
    sent: {
      line: 'POST /api/statistic/user/task HTTP/1.1',
      headers: [...HEADERS_S, FORM],
      body: 'uid=user-1&uid=user-2',
      signs: 'POST@/api/statistic/user/task/@{{timestamp}}',
    },
    reply: {
      type: JSON_TYPE,
      body: '{"code":0,"data":[{"uid":"user-1","count":4},{"uid":"user-2","count":0}],"msg":""}',
    },
    request: { uid: ['user-1', 'user-2'] },
    typed: [
      { uid: 'user-1', count: 4 },
      { uid: 'user-2', count: 0 },
    ],
  }),
];

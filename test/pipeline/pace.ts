/** Pace of the tests: real durable timers, short ones. */
export const QUICK = {
  polling: { firstDelay: '20ms', steps: ['20ms', '40ms'], cap: '100ms', floor: '10ms', deadline: '60s' },
  retries: Object.fromEntries(['default', 'create'].map((kind) => [kind, { firstDelay: '50ms', cap: '500ms' }])),
};

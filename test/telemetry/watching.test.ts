import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { packageRoot } from '../../src/base/io/package-root';
import { exportedName, ownMetrics } from '../../src/temporal/telemetry/metric-definitions';
import { deck } from '../cli/deck';
import { runbookOf } from '../deploy/deployed';
import { readPromql } from './promql';
import { type Scrape, scrape } from './scrape';
import { startWatchedStack, untilDeck, type WatchedDeck, type WatchedStack } from './watched-stack';

interface Panel {
  title: string;
  description?: string;
  targets?: { expr: string; legendFormat?: string }[];
}
interface Rule {
  alert: string;
  expr: string;
  annotations: Record<string, string>;
}

const file = (...path: string[]) => readFileSync(join(packageRoot, 'deploy', ...path), 'utf8');
const dashboard = JSON.parse(file('grafana', 'dashboards', 'deck-dashboard.json')) as {
  panels: Panel[];
  templating: object;
};
const { groups } = parse(file('prometheus', 'alerts.yaml')) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
const expressions = [
  ...dashboard.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const)),
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
];

/** Service and worker as processes; decks that are delivered, wait for a review, are parked, and have failed. */
let stack: WatchedStack;
let delivered: WatchedDeck;
let parked: WatchedDeck;
let numbers: Scrape;
let logs: string;
let readyWhileStopping: Response | undefined;
const ready: { worker?: Response; service?: Response } = {};
let second: Awaited<ReturnType<typeof deck>>;

beforeAll(async () => {
  stack = await startWatchedStack();
  const { client, secrets } = stack;
  const { code } = await client.call('grantCode', { uid: 'somebody', channel: '' }, { uid: 'somebody' });
  secrets.set('code', code);

  delivered = await stack.start({ title: 'Title of the delivered deck', formats: ['ppt'] });
  await untilDeck(delivered, ({ outline, stage }) => stage === 'review' && outline !== undefined);
  await delivered.executeUpdate('review', { args: [{ revision: 1, decision: 'approve', reviewer: 'ada' }] });
  await delivered.result();

  // The service repeats what it was called with, as a careless one would.
  const refusal = (headers: Record<string, unknown>) =>
    JSON.stringify({ code: 40007, data: [], msg: `no balance for ${headers['x-token']} of ${headers['x-api-key']}` });
  const refuse = () => stack.proxy.strike('/api/ai/chat/v2/task', { kind: 'answer', status: 200, body: refusal });
  refuse();
  parked = await stack.start({ title: 'Title of the parked deck' });
  await untilDeck(parked, ({ attention }) => attention !== undefined);
  refuse();
  const failed = await stack.start({ title: 'Title of the failed deck', settings: { onFailure: 'fail' } });
  await failed.result().catch(() => undefined);
  const waiting = await stack.start({ title: 'Title of the waiting deck' });
  await untilDeck(waiting, ({ stage }) => stage === 'review');

  // A step that no code of this worker fits, as of a deck whose code has gone.
  const misfit = await stack.temporal.client.workflow.start('gone', {
    taskQueue: stack.settings.temporal.taskQueue,
    workflowId: `gone-${randomUUID()}`,
  });

  // Asked for what is no longer in the worker's memory, so that it replays them.
  for (const one of [delivered, parked, waiting]) await one.query('progress');

  const { worker, service } = stack.metrics;
  for (;;) {
    numbers = await scrape(worker, service);
    const counted = numbers.value('deck_needing_attention', { type: 'QuotaExhausted' });
    const oldest = numbers.value('deck_review_oldest_seconds') ?? 0;
    const polled = numbers.value('deck_task_queue_pollers', { queue: 'stream' }) === 1;
    const failing = numbers.value('temporal_workflow_task_execution_failed_total') ?? 0;
    const reviewed = numbers.value('deck_decks', { stage: 'review' }) === 1;
    if (reviewed && counted === 1 && oldest > 0 && polled && failing > 0) break;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  for (const part of ['worker', 'service'] as const) ready[part] = await fetch(`http://${stack.health[part]}/readyz`);
  second = await deck(['worker', '--config', stack.workerFile], { cwd: stack.cwd, env: process.env });
  stack.worker.child.kill('SIGTERM');
  await stack.worker.says('Stopping');
  readyWhileStopping = await fetch(`http://${stack.health.worker}/readyz`).catch(() => undefined);
  await misfit.terminate();
  await parked.terminate();
  await waiting.terminate();
  logs = await stack.close();
});

describe('metrics', () => {
  it('count what happened to the decks', () => {
    const value = (name: string, labels: Record<string, string> = {}) => numbers.value(name, labels);
    expect(value('deck_started_total')).toBe(4);
    expect(value('deck_ended_total', { outcome: 'delivered' })).toBe(1);
    expect(value('deck_ended_total', { outcome: 'failed' })).toBe(1);
    expect(value('deck_ended_total', { outcome: 'cancelled' })).toBe(0);
    expect(value('deck_parked_total', { type: 'QuotaExhausted' })).toBe(1);
    expect(value('deck_calls_total', { endpoint: 'createTask', result: 'QuotaExhausted' })).toBe(2);
    expect(value('deck_calls_total', { endpoint: 'createTask', result: 'ok' })).toBe(2);
    expect(value('deck_calls_total', { endpoint: 'download', result: 'ok' })).toBe(1);
    expect(value('deck_paid_calls_total', { endpoint: 'createTask' })).toBe(2);
    expect(value('deck_review_decisions_total', { decision: 'approve', by: 'person', gate: 'outline' })).toBe(1);
    expect(value('deck_download_bytes_total')).toBeGreaterThan(10_000);
    expect(value('deck_polls_per_job_count', { job: 'export' })).toBe(1);
    expect(value('deck_service_jobs_total', { kind: 'export', result: 'ok' })).toBe(1);
    expect(value('deck_service_requests_total', { endpoint: 'saveDesign', code: '0' })).toBe(1);
  });

  it('count nothing again when a history is replayed', () => {
    expect(numbers.value('temporal_sticky_cache_total_forced_eviction_total')).toBeGreaterThan(0);
    expect(numbers.value('deck_stage_entered_total', { stage: 'task' })).toBe(4);
    expect(numbers.value('deck_stage_entered_total', { stage: 'review' })).toBe(2);
    expect(numbers.value('deck_stage_entered_total', { stage: 'delivered' })).toBe(1);
  });

  it('count the decks that are open, from the server', () => {
    expect(numbers.value('deck_decks', { stage: 'task' })).toBe(1);
    expect(numbers.value('deck_decks', { stage: 'review' })).toBe(1);
    expect(numbers.value('deck_reviews_overdue')).toBe(0);
    expect(numbers.value('deck_review_oldest_seconds')).toBeGreaterThan(0);
    for (const queue of ['workflows', 'api', 'stream']) {
      expect(numbers.value('deck_task_queue_pollers', { queue })).toBe(1);
    }
  });

  it('are those of the definitions, with their labels, and none of a deck, a user or a title', () => {
    for (const definition of ownMetrics) {
      const name = exportedName(definition);
      expect([name, numbers.types.get(name)]).toEqual([name, definition.kind]);
      const shown = numbers.labelsOf(definition.kind === 'histogram' ? `${name}_count` : name);
      for (const label of Object.keys(definition.labels)) expect([name, ...shown]).toContain(label);
    }
    const own = [...numbers.types.keys()].filter((name) => name.startsWith('deck_'));
    expect(own.sort()).toEqual([...new Set(ownMetrics.map(exportedName))].sort());
    expect(numbers.text).not.toMatch(/Title of|u-[0-9a-f]{8}|presentation\//);
  });

  it('a second process at the same address reports which setting to change', () => {
    expect(second.stderr).toContain(`Cannot serve metrics at ${stack.metrics.worker}`);
    expect(second.stderr).toContain('telemetry.metrics.address');
    expect(second.code).toBe(1);
  });
});

describe('dashboard and alerts', () => {
  it.each(expressions)('%s: parses, and asks for what there is: %s', (_, expression) => {
    const { faults, selected } = readPromql(expression);
    expect(faults).toEqual([]);
    expect(selected).not.toEqual([]);
    for (const { metric, labels, values } of selected) {
      expect([...numbers.series.keys()]).toContain(metric);
      for (const label of labels) expect([metric, ...numbers.labelsOf(metric)]).toContain(label);
      for (const [label, value] of values)
        expect([metric, label, value, numbers.value(metric, { [label]: value }) !== undefined]).toEqual([
          metric,
          label,
          value,
          true,
        ]);
    }
  });

  it('the check finds a syntax error, an unknown metric and an unknown label', () => {
    expect(readPromql('sum by (type (deck_needing_attention)').faults).not.toEqual([]);
    const [slip] = readPromql('sum by (kind) (deck_neding_attention{typ="x"})').selected;
    expect(slip).toEqual({ metric: 'deck_neding_attention', labels: ['typ', 'kind'], values: [['typ', 'x']] });
    expect([...numbers.series.keys()]).not.toContain(slip!.metric);
  });

  it('legends name labels that their expression keeps', () => {
    for (const { title, targets = [] } of dashboard.panels) {
      for (const { expr, legendFormat = '' } of targets) {
        const kept = readPromql(expr).selected.flatMap(({ labels }) => labels);
        for (const [, label] of legendFormat.matchAll(/\{\{(\w+)\}\}/g)) expect([title, ...kept]).toContain(label);
      }
    }
  });

  it('every panel says what it shows, every alert what to do', () => {
    for (const { title, description, targets } of dashboard.panels) {
      expect([title, targets === undefined || (description ?? '') !== '']).toEqual([title, true]);
    }
    for (const { alert, annotations } of rules) {
      expect(annotations).toEqual({
        summary: expect.stringMatching(/\S/),
        description: expect.stringMatching(/\S/),
        runbook_url: runbookOf(alert),
      });
    }
  });
});

describe('traces', () => {
  it('lead from the start of a deck to the service and its jobs', () => {
    const { spans } = stack.collector;
    const start = spans.find(
      ({ name, attributes }) =>
        name === 'StartWorkflow:presentation' && attributes.temporalWorkflowId === delivered.workflowId,
    )!;
    const inTrace = spans.filter(({ traceId }) => traceId === start.traceId);
    const byId = new Map(inTrace.map((span) => [span.spanId, span]));
    const wayTo = (name: string): string[] => {
      const way: string[] = [];
      for (let span = inTrace.find((one) => one.name === name); span; span = byId.get(span.parentSpanId ?? '')) {
        way.unshift(span.name);
      }
      return way;
    };
    expect(wayTo('RunActivity:renderExport')).toEqual([
      'StartWorkflow:presentation',
      'RunWorkflow:presentation',
      'StartActivity:startExport',
      'RunActivity:startExport',
      'call startExport',
      'serve startExport',
      'StartWorkflow:exportJob',
      'RunWorkflow:exportJob',
      'StartActivity:renderExport',
      'RunActivity:renderExport',
    ]);
    // The last one: a busy machine refuses earlier attempts.
    expect(inTrace.findLast(({ name }) => name === 'serve saveDesign')?.attributes).toEqual({
      'deck.endpoint': 'saveDesign',
      'deck.code': 0,
      'http.request.method': 'POST',
      'http.response.status_code': 200,
    });
    const refused = spans.find(({ attributes }) => attributes['deck.result'] === 'QuotaExhausted');
    expect(refused?.attributes).toMatchObject({ 'deck.endpoint': 'createTask', 'deck.code': 40007 });
  });

  it('reach the collector with the headers of the setting, and say no title', () => {
    expect(stack.collector.headers[0]).toMatchObject({ 'x-collector-key': 'collector-key-canary' });
    expect(stack.collector.text()).not.toContain('Title of');
  });
});

describe('health', () => {
  it('is ready while everything runs', async () => {
    expect(await ready.worker!.json()).toEqual({ status: 'ready' });
    expect(await ready.service!.json()).toEqual({ status: 'ready' });
  });

  it('is not ready any more once the process is being stopped', async () => {
    expect(readyWhileStopping?.status).toBe(503);
    expect(await readyWhileStopping!.json()).toEqual({
      status: 'not ready',
      reasons: { process: 'stopping' },
    });
  });
});

describe('logs', () => {
  const lines = () =>
    logs
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);

  it('tell the stages of a deck once each, at info, with its ids and its trace', () => {
    const [, uid] = delivered.workflowId.split('/');
    const stages = lines().filter(({ msg, uid: whose }) => msg === 'stage entered' && whose === uid);
    expect(stages.map(({ stage }) => stage)).toEqual([
      'grant',
      'task',
      'outline',
      'review',
      'content',
      'template',
      'design',
      'export',
      'download',
      'delivered',
    ]);
    expect(stages[0]).toMatchObject({
      level: 30,
      part: 'workflow',
      deck: `${uid}/r1`,
      uid,
      workflowId: delivered.workflowId,
      runId: expect.any(String),
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
  });

  it('tell each call with endpoint, attempt and duration, and a refused request of the service with its code', () => {
    const call = lines().find(({ msg, endpoint }) => msg === 'activity done' && endpoint === 'saveDesign');
    expect(call).toMatchObject({
      part: 'activity',
      attempt: expect.any(Number),
      ms: expect.any(Number),
      activityId: expect.any(String),
    });
    expect(lines()).toContainEqual(expect.objectContaining({ msg: 'request', endpoint: 'saveDesign', code: 0 }));
    const parkedLine = lines().find(({ msg }) => msg === 'the deck is parked');
    expect(parkedLine).toMatchObject({ level: 40, stage: 'task', type: 'QuotaExhausted' });
  });
});

describe('no secret', () => {
  const hits = (text: string) => [...stack.secrets].filter(([, value]) => text.includes(value)).map(([name]) => name);

  it.each([
    ['metrics', () => numbers.text],
    ['traces', () => stack.collector.text()],
    ['logs', () => logs],
  ])('%s', (_, text) => {
    const kinds = new Set([...stack.secrets.keys()].map((name) => name.split(' ')[0]));
    expect([...kinds].sort()).toEqual([
      'DECK_API_KEY',
      'DECK_COLLECTOR',
      'DECK_SECRET_KEY',
      'code',
      'link',
      'signature',
      'token',
    ]);
    expect(text().length).toBeGreaterThan(1_000);
    expect(hits(text())).toEqual([]);
    // The positive control: the scan finds what is there.
    for (const secret of stack.secrets.values()) expect(hits(`${text()}${secret}`)).toHaveLength(1);
  });
});

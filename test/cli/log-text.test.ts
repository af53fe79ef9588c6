import { type Logger, pino, stdTimeFunctions } from 'pino';
import { textOf } from '../../src/cli/terminal/log-text';
import { sdkLogger } from '../../src/temporal/telemetry/sdk-log';

/** What a terminal shows of a line, without the time, next to the line of a JSON log. */
function logged(write: (log: Logger) => void): { text: string; json: Record<string, unknown> } {
  let line = '';
  const destination = {
    write(text: string) {
      line = text;
    },
  };
  write(pino({ base: null, timestamp: stdTimeFunctions.isoTime }, destination));
  const plain = { isTTY: false } as NodeJS.WriteStream;
  return { text: textOf(line, plain).replace(/^\d\d:\d\d:\d\d /, ''), json: JSON.parse(line) };
}

const workflow = {
  sdkComponent: 'workflow',
  namespace: 'default',
  taskQueue: 'presentation',
  workflowId: 'presentation/u1/r1',
  workflowRunId: '01a20998-6f3f-7a76-bdcb-eb64b3c7ef37',
  workflowType: 'presentation',
};

describe('the log in a terminal', () => {
  it('names the deck once, by its short ID; the JSON log has every field', () => {
    const { text, json } = logged((log) =>
      sdkLogger(log).info('stage entered', { ...workflow, stage: 'task', before: 'grant' }),
    );
    expect(text).toBe('u1/r1 stage entered stage=task before=grant');
    expect(json).toMatchObject({
      deck: 'u1/r1',
      uid: 'u1',
      part: 'workflow',
      namespace: 'default',
      taskQueue: 'presentation',
      workflowId: 'presentation/u1/r1',
      runId: workflow.workflowRunId,
      workflowType: 'presentation',
      stage: 'task',
      before: 'grant',
    });
  });

  it('names another workflow by its ID, the activity, and the attempt from the second on', () => {
    const job = { ...workflow, sdkComponent: 'activity', workflowId: 'content/BAf', activityType: 'generateContent' };
    const of = (attempt: number) =>
      logged((log) => sdkLogger(log).info('job attempt ended', { ...job, activityId: '1', attempt, result: 'ok' }))
        .text;
    expect(of(1)).toBe('content/BAf job attempt ended activity=generateContent result=ok');
    expect(of(2)).toBe('content/BAf job attempt ended activity=generateContent attempt=2 result=ok');
  });

  it('shows the level of a warning, every other field, and a line without a deck', () => {
    expect(logged((log) => log.warn({ deck: 'u1/r1', notice: 'deck.parked' }, '“Tea” is parked')).text).toBe(
      'warn u1/r1 “Tea” is parked notice=deck.parked',
    );
    expect(logged((log) => log.info({ method: 'GET', status: 200, code: 0 }, 'request')).text).toBe(
      'request method=GET status=200 code=0',
    );
    expect(logged((log) => log.info({ deck: 'presentation/u1/r1' }, 'review request')).text).toBe(
      'u1/r1 review request',
    );
    expect(logged((log) => log.info('ready')).text).toBe('ready');
  });
});

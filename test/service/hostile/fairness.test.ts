import { startTestService, type TestService } from '../running-service';
import { Session } from '../session';
import { longWords, manySlides } from './one-user';

const TASK = '/api/ai/chat/v2/task';
const EXPORT = '/api/download/export/file';

const designOf = async (session: Session, markdown: string): Promise<number> => {
  const task = await session.multipart(TASK, { type: 7, title: 'Deck', content: markdown });
  return (await session.form('/api/design/v2/save', { task_id: task.data.id })).data.id;
};
const startExport = (session: Session, design: number, format = 'png') =>
  session.form(EXPORT, { id: design, format, edit: true, files_to_zip: true });
const isFinished = async (session: Session, key: string): Promise<boolean> => {
  const { code, data } = await session.form(`${EXPORT}/result`, { task_key: key });
  return code !== 0 || data.length > 0;
};

describe('one user who exports without end', () => {
  let service: TestService;
  afterEach(() => service.close());

  it('waits for itself: the export of another user is finished before', async () => {
    service = await startTestService();
    const greedy = await Session.open(service.url, 'greedy');
    const other = await Session.open(service.url, 'other');
    const slow = await designOf(greedy, manySlides(120));
    const quick = await designOf(other, manySlides(2));
    const keys: string[] = [];
    for (let at = 0; at < 6; at += 1) keys.push((await startExport(greedy, slow)).data);
    const mine = (await startExport(other, quick, 'ppt')).data;
    // A cover is drawn by other threads, and its call answered, while the exports continue.
    await designOf(other, manySlides(1));
    expect(await other.exported(mine)).toMatchObject({ code: 0, data: [expect.any(String)] });
    const finished = await Promise.all(keys.map((key) => isFinished(greedy, key)));
    expect(finished.filter(Boolean).length).toBeLessThan(4);
  });

  it('has a limited number of unfinished exports; more are rejected until later', async () => {
    service = await startTestService({ server: { limits: { jobsPerUser: 2 }, timing: { export: '1m' } } });
    const greedy = await Session.open(service.url, 'greedy');
    const other = await Session.open(service.url, 'other');
    const design = await designOf(greedy, manySlides(1));
    const codes = [];
    for (let at = 0; at < 3; at += 1) codes.push(await startExport(greedy, design));
    expect(codes.map(({ code }) => code)).toEqual([0, 0, 20003]);
    expect(codes[2]!.msg).toMatch(/2 exports of this user are still running/);
    expect(await startExport(other, await designOf(other, manySlides(1)))).toMatchObject({ code: 0 });
  });

  it('fails for good with an export that takes too long, also across a restart', async () => {
    service = await startTestService({ server: { limits: { exportTime: '200ms' } } });
    const session = await Session.open(service.url, 'greedy');
    const design = await designOf(session, manySlides(150));
    const key = (await startExport(session, design)).data;
    const refusal = {
      code: 12100,
      msg: expect.stringMatching(/stopped: it took longer than 0.2 s of processor time; shorten the deck/),
    };
    expect(await session.exported(key)).toMatchObject(refusal);
    await service.restart();
    const again = await Session.open(service.url, 'greedy');
    expect(await again.form(`${EXPORT}/result`, { task_key: key })).toMatchObject(refusal);
  });
});

describe('a stop in the middle of the longest export', () => {
  it('ends within the grace time, and the export continues in the next process', async () => {
    const service = await startTestService();
    try {
      const session = await Session.open(service.url, 'greedy');
      const design = await designOf(session, manySlides(150));
      const key = (await startExport(session, design)).data;
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      // Closes the first process: a thread that draws is not waited for beyond the grace time of the worker.
      await service.restart();
      const again = await Session.open(service.url, 'greedy');
      expect(await again.exported(key)).toMatchObject({ code: 0, data: [expect.stringContaining('.zip')] });
    } finally {
      await service.close();
    }
  });
});

describe('a word without end on every slide', () => {
  it('is drawn, and holds up no one', async () => {
    const service = await startTestService();
    try {
      const greedy = await Session.open(service.url, 'greedy');
      const other = await Session.open(service.url, 'other');
      const design = await designOf(greedy, longWords(150));
      const key = (await startExport(greedy, design, 'ppt')).data;
      await designOf(other, manySlides(1));
      expect(await greedy.exported(key)).toMatchObject({ code: 0, data: [expect.any(String)] });
    } finally {
      await service.close();
    }
  });
});

import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Runtime } from '@temporalio/worker';
import { openFileLog } from '../../src/cli/terminal/logs';
import { settingsSchema } from '../../src/config';
import { ATTACK, ATTACKS } from './hostile-service';

afterAll(() => Runtime.instance().shutdown());

describe('the log', () => {
  it('escapes control characters without loss', () => {
    const directory = mkdtempSync(join(tmpdir(), 'deck-log-'));
    const { log, path } = openFileLog(settingsSchema.parse({ data: { directory } }));
    log.warn({ title: ATTACK, [`key${ATTACKS.reorders}`]: 1 }, `said ${ATTACK}`);
    const line = readFileSync(path!, 'utf8');
    expect(JSON.parse(line)).toMatchObject({ title: ATTACK, msg: `said ${ATTACK}` });
    expect(line).toMatch(/^[\x20-\x7e]+\n$/);
    expect(line).toContain('\\u202e');
  });
});

import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { AuditRecord } from '../../src/base/audit/audit-line';
import { verifyEvidence } from '../../src/base/audit/evidence-file';
import { entriesOf } from '../../src/base/audit/export-log';
import { verifyLog } from '../../src/base/audit/verify-log';
import { auditOptions } from '../../src/config';
import { messageNames } from '../../src/core/messages';
import { deckPath, edited, OPERATOR_TOKEN, type Review, withReview } from '../review/review';

let review: Review;
withReview((_pipeline, started) => {
  review = started;
});

const options = () => auditOptions(review.settings);

async function entries(fits: (entry: AuditRecord) => boolean): Promise<AuditRecord[]> {
  const found: AuditRecord[] = [];
  for await (const entry of entriesOf(options().directory)) if (fits(entry)) found.push(entry);
  return found;
}

describe('the audit log', () => {
  it('has who read the text, by its hash, who decided, and who downloaded the file', async () => {
    const { handle, workflowId } = await review.waiting({ title: '年度审计 report' });
    const link = review.link({ workflowId, reviewer: '王芳', gate: 'all' });
    const text = await review.call(`${deckPath(link)}/revisions/1`, { link });
    expect(text.status).toBe(200);
    await review.decide(link, { revision: 1, decision: 'approve', comment: 'SECRET-COMMENT' });
    const { files, decisions } = await handle.result();
    await review.call(`${deckPath(link)}/files/0`, { link });

    const mine = await entries(({ deck }) => deck === workflowId);
    const person = { name: '王芳', by: 'link', verified: true };
    const { sha256 } = decisions![0]!;
    expect(mine).toContainEqual(
      expect.objectContaining({
        action: 'deck.read-text',
        who: person,
        object: 'revision 1',
        sha256,
        from: '127.0.0.1',
      }),
    );
    expect(mine).toContainEqual(
      expect.objectContaining({ action: 'deck.decide', who: person, facts: { decision: 'approve' }, outcome: 200 }),
    );
    expect(mine.filter(({ action }) => action === 'decision.approve')).toEqual([
      expect.objectContaining({ who: { name: '王芳', by: 'message', verified: true }, object: 'revision 1', sha256 }),
    ]);
    expect(mine).toContainEqual(
      expect.objectContaining({ action: 'deck.download', who: person, sha256: files[0]!.sha256 }),
    );
    const log = readdirSync(options().directory)
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => readFileSync(join(options().directory, name), 'utf8'))
      .join('');
    for (const secret of [link, 'SECRET-COMMENT', OPERATOR_TOKEN]) expect(log).not.toContain(secret);
    const known = options().key.publicKey;
    expect((await verifyLog(options().directory, (key) => key === known)).faults).toEqual([]);
  });

  it('has a decision that a raw update made, once, with both of two reviewers and the edit between', async () => {
    const { handle, workflowId } = await review.waiting({ title: 'Raw' });
    const send = (message: object) => handle.executeUpdate(messageNames.review, { args: [message] as never });
    await send({ revision: 1, decision: 'edit', outline: edited('Raw'), reviewer: 'Bo' });
    await review.until(review.link({ workflowId }), ({ mayDecide }) => mayDecide);
    await send({ revision: 2, decision: 'approve', reviewer: 'Ann' });
    await handle.result();
    const acts = await entries(({ deck, action }) => deck === workflowId && action.startsWith('decision.'));
    expect(acts.map(({ action, who, object }) => [action, who.name, who.verified, object])).toEqual([
      ['decision.edit', 'Bo', false, 'revision 1'],
      ['decision.approve', 'Ann', false, 'revision 2'],
    ]);
  });

  it('has grants and exports of the service, and operators who list decks', async () => {
    const { handle, link } = await review.waiting({ title: 'Listed', formats: ['pdf'] });
    await review.decide(link, { revision: 1, decision: 'approve' });
    await handle.result();
    const login = await review.call('/v1/login', { json: { token: OPERATOR_TOKEN } });
    const cookie = login.headers.get('set-cookie')!.split(';', 1)[0]!;
    await review.call('/v1/decks', { headers: { cookie, 'x-deck': '1' } });
    await review.call('/v1/login', { json: { token: 'wrong' } });
    await review.call('/v1/decks');
    const seen = (await entries(() => true)).map(({ action, outcome }) => `${action} ${outcome}`);
    for (const each of ['web.login 204', 'decks.list 200', 'web.login 401']) expect(seen).toContain(each);
    // A stranger who sends requests does not fill the log.
    expect(seen).not.toContain('decks.list 401');
  });
});

describe('decisions.json', () => {
  it('names the approved texts and the files of all formats, and a change of either is found', async () => {
    const { handle, link } = await review.waiting({ title: 'Evidence', formats: ['ppt', 'pdf'] });
    await review.decide(link, { revision: 1, decision: 'approve', reviewer: '李雷' });
    const { files, decisions } = await handle.result();
    const path = join(dirname(files[0]!.path), 'decisions.json');
    const written = readFileSync(path, 'utf8');
    const { sha256 } = decisions![0]!;
    const verdict = await verifyEvidence(path);
    expect(verdict).toMatchObject({
      faults: [],
      key: options().key.publicKey,
      approved: [{ gate: 'outline', revision: 1, sha256, by: '李雷', verified: false }],
    });
    expect(JSON.parse(written).files.map(({ sha256: each }: { sha256: string }) => each)).toEqual(
      files.map((file) => file.sha256),
    );
    expect((await verifyEvidence(files[1]!.path)).faults).toEqual([]);

    writeFileSync(path, written.replace('李雷', 'Ann'));
    expect((await verifyEvidence(path)).faults).toEqual(['the signature is wrong: it was changed']);
    writeFileSync(path, written);
    writeFileSync(files[0]!.path, 'another file');
    expect((await verifyEvidence(path)).faults).toEqual([expect.stringContaining('its size differs')]);
    rmSync(files[0]!.path);
    expect((await verifyEvidence(files[0]!.path)).faults).toEqual([expect.stringContaining('does not exist')]);
    await expect(verifyEvidence('/nowhere/x.pptx')).rejects.toThrow('decisions.json does not exist');
  });
});

import { noticeId } from '../../workflows/presentation/notify';

describe('the workflow id of a notification', () => {
  const firstExecutionRunId = 'a2f4b0a6-58b9-4f8f-9d3c-1b1de0a5a0c1';
  const of = (workflowId: string) => noticeId('review.escalated', 99_999, { workflowId, firstExecutionRunId });

  it('names its deck', () => {
    expect(of('presentation/u1/r1')).toBe(
      `notification/presentation/u1/r1/review.escalated/99999/${firstExecutionRunId}`,
    );
  });

  it('is within the limit of the server for the longest id of a deck', () => {
    const longest = `presentation/${'漢'.repeat(100)}~${'%EF%BC%8F'.repeat(42)}/${'字'.repeat(100)}`;
    expect(Buffer.byteLength(longest)).toBeGreaterThan(950);
    expect(of(longest)).toBe(`notification/${firstExecutionRunId}/review.escalated/99999`);
    expect(Buffer.byteLength(of(`presentation/u1/${'r'.repeat(820)}`))).toBeLessThanOrEqual(900);
  });
});

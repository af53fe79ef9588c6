import { settingsSchema } from '../../src/config/settings';
import { planOf } from '../../src/decks/input/plan';

const issuesOf = (workflow: object) => {
  const parsed = settingsSchema.safeParse({ workflow });
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
};
const groups = { legal: ['Li', 'Lu'] };

describe('the policy of a gate', () => {
  it.each([
    {},
    { review: { reviewers: ['Ann', 'Bo'], approvals: 2, selfApproval: false, verifiedOnly: false } },
    {
      review: { reviewers: ['Ann'], approvals: 3, requiredGroups: ['legal'], verifiedOnly: true },
      reviewerGroups: groups,
    },
    { contentReview: { approvals: 20, verifiedOnly: true, selfApproval: false } },
    { review: { reviewers: ['Ann'], approvals: 1 } },
  ])('%j is valid', (workflow) => {
    expect(issuesOf(workflow)).toEqual([]);
  });

  it.each([
    [
      { review: { reviewers: ['Ann', 'Bo'], approvals: 3, verifiedOnly: true } },
      'workflow.review.approvals requires 3 approvals, but only 2 people may decide; add reviewers',
    ],
    [
      {
        review: { reviewers: ['Li'], approvals: 3, requiredGroups: ['legal'], verifiedOnly: true },
        reviewerGroups: groups,
      },
      'workflow.review.approvals requires 3 approvals, but only 2 people may decide; add reviewers',
    ],
    [
      { contentReview: { requiredGroups: ['law'] }, reviewerGroups: groups },
      'workflow.contentReview.requiredGroups names the group law, which reviewerGroups does not have; it has legal',
    ],
    [
      { review: { requiredGroups: ['toString'] } },
      'workflow.review.requiredGroups names the group toString, which reviewerGroups does not have; it has no groups',
    ],
    [
      { review: { reviewers: ['Ann'], selfApproval: false } },
      'workflow.review.selfApproval is false, but only Ann may decide, so no one could approve after an edit; add reviewers',
    ],
    [{ review: { reviewers: ['Ann', ' ANN'] } }, 'workflow.review.reviewers.1 names ANN twice'],
    [
      { review: { reviewers: ['Ann', '\u0410nn'] } },
      'workflow.review.reviewers.1 names \u0410nn twice, because it reads as Ann',
    ],
    [
      { review: { reviewers: ['Ann', 'Bo', 'Cy'], approvals: 2 } },
      'workflow.review.verifiedOnly must be set if approvals is 2: true accepts people who logged in or have a link for their name, false also typed names, with which one person can approve 2 times',
    ],
    [{ contentReview: { approvals: 20, verifiedOnly: null } }, 'workflow.contentReview.verifiedOnly must be set'],
    [
      {
        review: { reviewers: ['Ann'], requiredGroups: ['legal'], approvals: 2, verifiedOnly: true },
        reviewerGroups: { legal: ['\u0410nn'] },
      },
      'requires 2 approvals, but only 1 person may decide',
    ],
    [{ review: { reviewers: ['A\u200bnn'] } }, 'workflow.review.reviewers.0 must not contain control or invisible'],
    [{ review: { requiredGroups: ['legal', 'legal'] }, reviewerGroups: groups }, 'requiredGroups names a group twice'],
    [
      { reviewerGroups: { legal: [] } },
      'workflow.reviewerGroups.legal must name at least one person, because reviewServer.login has no issuer whose group it could be',
    ],
    [{ reviewerGroups: { 'a/b': ['Ann'] } }, 'workflow.reviewerGroups.a/b'],
    [{ review: { approvals: 0 } }, 'workflow.review.approvals'],
  ])('%j is rejected', (workflow, sentence) => {
    expect(issuesOf(workflow)).toEqual(expect.arrayContaining([expect.stringContaining(sentence)]));
  });

  it('can be set for one deck, and is checked together with the file', () => {
    const settings = settingsSchema.parse({
      workflow: { reviewerGroups: groups },
    });
    const plan = (more: object) => {
      const review = { reviewers: ['Ann', 'Bo'], ...more };
      return planOf({ uid: 'u', request: 'r', title: 'T', settings: { review } }, settings);
    };
    expect(plan({ requiredGroups: ['legal'] }).settings).toMatchObject({
      review: { reviewers: ['Ann', 'Bo'], requiredGroups: ['legal'] },
      reviewerGroups: groups,
    });
    expect(() => plan({ approvals: 3, verifiedOnly: true })).toThrow(
      'invalid input: settings.review.approvals: requires 3 approvals, but only 2 people may decide; add reviewers',
    );
  });
});

import { factsOf, openStages, stageFacts, stages, steps } from '../../src/core/stages';
import { gateAt } from '../../src/web/gate';
import { en } from '../../src/web/page/words-en';
import { zh } from '../../src/web/page/words-zh';

describe('the table of stages', () => {
  it('keeps the names that histories, search attributes and saved views hold', () => {
    const kept =
      'prepare grant resume choices source task outline review edit content contentReview layout template design export ' +
      'download delivered rejected cancelled failed';
    expect(stages).toEqual(expect.arrayContaining(kept.split(' ')));
  });

  it('has its ends last', () => {
    expect(stages.slice(0, openStages.length)).toEqual(openStages);
  });

  it('is in the order of the steps', () => {
    const order = stages.map((stage) => stageFacts[stage].step).filter((step) => step !== 'none');
    expect([...order].sort((one, other) => steps.indexOf(one) - steps.indexOf(other))).toEqual(order);
    expect(new Set(order)).toEqual(new Set(steps));
  });

  it('knows nothing of a stage of another release', () => {
    expect(factsOf('toString')).toBeUndefined();
    expect(factsOf(undefined)).toBeUndefined();
  });

  it.each([
    ['English', en],
    ['Chinese', zh],
  ])('is shown in %s in the order of the steps', (_language, words) => {
    expect(Object.keys(words.steps)).toEqual(steps);
  });
});

describe('the gate of a link', () => {
  it.each([
    [undefined, 'outline'],
    ['of another release', 'outline'],
    ['prepare', 'outline'],
    ['review', 'outline'],
    ['edit', 'outline'],
    ['content', 'content'],
    ['contentReview', 'content'],
    ['download', 'content'],
    ['delivered', 'content'],
    ['rejected', 'content'],
  ])('at stage %s is that of the %s', (stage, gate) => {
    expect(gateAt(stage)).toBe(gate);
  });
});

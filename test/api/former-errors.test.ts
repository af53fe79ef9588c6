import { InvalidResolution, InvalidReview, ResolveRefused, ReviewRefused } from '../../src/api';

test('the former names of the errors are the same classes, so instanceof works with both', () => {
  expect(ReviewRefused).toBe(InvalidReview);
  expect(ResolveRefused).toBe(InvalidResolution);
  const former: ReviewRefused = new InvalidReview('no');
  expect(former).toMatchObject({ name: 'InvalidReview', message: 'no' });
});

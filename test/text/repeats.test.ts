import { withoutRepeats } from '../../src/base/text/repeats';

describe('repeated lines', () => {
  it('are listed once with their count, in the order of their first', () => {
    expect(withoutRepeats(['a task', 'a design', 'a task', 'a file', 'a file', 'a file'])).toEqual([
      'a task (twice)',
      'a design',
      'a file (3 times)',
    ]);
  });

  it('no lines stay none', () => {
    expect(withoutRepeats([])).toEqual([]);
  });
});

import { settingsSchema } from '../../src/config';
import { presentationInput } from '../../src/decks/input/input';

const read = (input: object) => presentationInput.safeParse({ uid: 'u1', request: 'r1', title: 'Tea', ...input });
const messages = (input: object) => read(input).error?.issues.map(({ message }) => message);

describe('the words of an input', () => {
  it('names a format as people write it or as it is stored, in a deck and in the settings', () => {
    expect(read({ formats: ['pptx', 'jpg', 'pdf'] }).data?.formats).toEqual(['ppt', 'jpeg', 'pdf']);
    expect(read({ formats: ['ppt', 'jpeg'] }).data?.formats).toEqual(['ppt', 'jpeg']);
    expect(messages({ formats: ['ppt', 'pptx'] })).toEqual(['formats contains a format twice']);
    expect(read({ formats: ['doc'] }).success).toBe(false);
    const { workflow } = settingsSchema.parse({ workflow: { exportFormats: ['pptx', 'jpg'] } });
    expect(workflow.exportFormats).toEqual(['ppt', 'jpeg']);
  });

  it('says which field a misspelled key is meant for, and where a setting belongs', () => {
    expect(messages({ titel: 'Tea' })).toEqual(['titel is not a field; did you mean title?']);
    expect(messages({ format: ['pdf'] })).toEqual(['format is not a field; did you mean formats?']);
    expect(messages({ review: 'off' })).toEqual(['review belongs into settings: {"settings": {"review": …}}']);
    expect(messages({ zzzzzzzz: 1 })).toEqual([
      expect.stringContaining('zzzzzzzz is not a field; the fields are uid,'),
    ]);
  });
});

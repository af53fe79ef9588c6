import { inOptions } from '../../src/cli/input/option-words';

describe('validation errors name the options of the command line', () => {
  it.each([
    ['the request is empty', '--key is empty'],
    ['the uid must only contain letters', '--uid must only contain letters'],
    ['the title is empty', 'the title is empty'],
    ['template.type must be 1 (system) or 2 (enterprise)', '--template-type must be 1 (system) or 2 (enterprise)'],
    ['proLayout: cannot be combined with from.designId', '--pro-layout: cannot be combined with --from-design'],
    ['from: ticket requires the taskId that it belongs to', '--ticket requires the --from-task that it belongs to'],
    ['from: cannot be combined with topic', '--from-task/--from-design: cannot be combined with topic'],
    [
      'template: id cannot be combined with color, style, scene, enterprise or rank',
      '--template cannot be combined with --template-color, --style, --scene, --enterprise or --rank',
    ],
    ['content: use document.treatment instead', '--content: use --treatment instead'],
    ['settings.review.mode: Invalid option', '--set review.mode: Invalid option'],
    ['formats contains a format twice; content: x', '--format contains a format twice; --content: x'],
    ['constructor: x', 'constructor: x'],
  ])('%j is %j', (message, shown) => {
    expect(inOptions(message)).toBe(shown);
  });
});

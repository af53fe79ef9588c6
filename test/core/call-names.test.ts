import { callFailure, callName } from '../../src/core/call-names';

describe('the failure of a call', () => {
  it.each([
    [
      'its own name is dropped',
      'startContent',
      'startContent: no balance (40007, quota)',
      'could not start the content job: no balance (40007, quota)',
    ],
    [
      'the name of its endpoint is dropped',
      'createDocumentTask',
      'createTask: HTTP 502',
      'could not create the task: HTTP 502',
    ],
    [
      'a download is not named twice',
      'downloadExport',
      'download: the link has expired',
      'could not download the files: the link has expired',
    ],
    [
      'the call that it needed first is named',
      'createTask',
      'grantToken: bad key (40101)',
      'could not create the task: could not get an access token: bad key (40101)',
    ],
    [
      'a token is named once',
      'grantToken',
      'grantToken: bad key (40101)',
      'could not get an access token: bad key (40101)',
    ],
    ['another prefix stays', 'preparePresentation', 'title: is empty', 'could not check the input: title: is empty'],
    ['an activity of another release keeps its name', 'paintDesign', 'no paint', 'could not run paintDesign: no paint'],
  ])('%s', (_what, activity, message, sentence) => {
    expect(callFailure(activity, message)).toBe(sentence);
  });

  it('does not read names from the prototype', () => {
    expect(callName('toString')).toBe('run toString');
    expect(callFailure('createTask', 'constructor: x')).toBe('could not create the task: constructor: x');
  });
});

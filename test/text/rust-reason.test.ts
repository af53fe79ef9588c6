import { rustReason } from '../../src/base/text/rust-reason';
import { errorSentence } from '../../src/base/text/sentence';

const connect =
  'Status { code: Unavailable, message: "tcp connect error", source: Some(tonic::transport::Error(Transport, ' +
  'ConnectError(ConnectError("tcp connect error", 127.0.0.1:7233, Os { code: 111, kind: ConnectionRefused, ' +
  'message: "Connection refused" })))) }';

describe('an error of the native SDK', () => {
  it.each([
    [connect, 'tcp connect error: Connection refused (Unavailable)'],
    ['Status { code: NotFound, message: "no such namespace", metadata: {} }', 'no such namespace (NotFound)'],
    ['the disk is full', 'the disk is full'],
  ])('%j is %j', (text, reason) => {
    expect(rustReason(text)).toBe(reason);
  });

  it('is one sentence on the command line', () => {
    expect(errorSentence(new Error(`Failed to poll: ${connect}`))).toBe(
      'Tcp connect error: Connection refused (Unavailable).',
    );
  });
});

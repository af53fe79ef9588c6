import { defaultPayloadConverter, type FailureConverter } from '@temporalio/common';

/** The converter as a sandbox loads it, with or without what an encrypting worker puts in front of the bundle. */
function loaded(encrypting: boolean): FailureConverter {
  const global = globalThis as { __encodeFailures?: true };
  if (encrypting) global.__encodeFailures = true;
  try {
    let converter: FailureConverter | undefined;
    jest.isolateModules(() => {
      converter = require('../../workflows/failures').failureConverter;
    });
    return converter!;
  } finally {
    delete global.__encodeFailures;
  }
}

describe('failures of workflows', () => {
  const error = new Error('the kelp is gone');

  it('are written as they are', () => {
    const failure = loaded(false).errorToFailure(error, defaultPayloadConverter);
    expect(failure).toMatchObject({ message: error.message, stackTrace: expect.stringContaining('failures.test') });
    expect(failure.encodedAttributes).toBeUndefined();
  });

  it('are written into a payload where payloads are encrypted', () => {
    const failure = loaded(true).errorToFailure(error, defaultPayloadConverter);
    expect(failure).toMatchObject({ message: 'Encoded failure', stackTrace: '' });
    expect(Buffer.from(failure.encodedAttributes!.data!).toString()).toContain(error.message);
  });

  it('are read in both forms by both', () => {
    for (const writer of [loaded(false), loaded(true)]) {
      const failure = writer.errorToFailure(error, defaultPayloadConverter);
      for (const reader of [loaded(false), loaded(true)])
        expect(reader.failureToError({ ...failure }, defaultPayloadConverter).message).toBe(error.message);
    }
  });
});

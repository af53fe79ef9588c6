/** A test that has asserted nothing has shown nothing: it fails. */
afterEach(() => {
  const { assertionCalls, currentTestName } = expect.getState();
  if (assertionCalls === 0) throw new Error(`“${currentTestName}” passed without asserting anything`);
});

/**
 * Resolves to the result of the work or, after the timeout, to what `onTimeout` returns or throws. The work itself is not
 * stopped.
 */
export async function withTimeout<Result, Late>(
  ms: number,
  work: Promise<Result>,
  onTimeout: () => Late,
): Promise<Result | Late> {
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  }).then(onTimeout);
  try {
    return await Promise.race([work, timedOut]);
  } finally {
    clearTimeout(timer);
  }
}

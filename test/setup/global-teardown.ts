export default async function tearDown(): Promise<void> {
  await (globalThis as { stopTestTemporal?: () => Promise<void> }).stopTestTemporal?.();
}

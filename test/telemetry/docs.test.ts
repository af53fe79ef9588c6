import { metricTables, page, writeTables } from './metrics-page';

test('docs/telemetry.md lists the metrics as they are defined', () => {
  if (process.env.DECK_WRITE_DOCS === '1') writeTables();
  expect(page().tables).toBe(metricTables());
});

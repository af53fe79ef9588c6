// Runs the compiled service until it is killed; the options come as one JSON argument.
const { settingsSchema } = require('../../../dist/src/config');
const { startService } = require('../../../dist/src/service/service');
const { connectTemporal } = require('../../../dist/src/temporal');

const { address, dataDirectory, jobsTaskQueue, timing } = JSON.parse(process.argv[2]);
const settings = settingsSchema.parse({
  temporal: { mode: 'existing', address, jobsTaskQueue },
  log: { level: 'silent' },
});

connectTemporal(settings, { env: {} })
  .then((temporal) => startService({ settings, temporal, dataDirectory, timing, port: 0 }))
  .then(({ url }) => console.log(`ready ${url}`))
  .catch((error) => {
    console.error(error);
    process.exit(1);
  });

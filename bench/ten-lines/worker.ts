import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';

/**
 * A worker of the SDK with the ten lines alone. Arguments: address of Temporal, task queue, bundle, workflows in
 * memory, wait on the sticky queue in ms.
 */
async function main([address, taskQueue, codePath, cached, sticky]: string[]): Promise<void> {
  Runtime.install({ logger: new DefaultLogger('ERROR') });
  const worker = await Worker.create({
    connection: await NativeConnection.connect({ address: address! }),
    taskQueue: taskQueue!,
    workflowBundle: { codePath: codePath! },
    maxCachedWorkflows: Number(cached),
    stickyQueueScheduleToStartTimeout: Number(sticky),
  });
  const running = worker.run();
  console.log('worker ready');
  await running;
}

main(process.argv.slice(2)).catch((error) => {
  console.error(error);
  process.exitCode = 1;
});

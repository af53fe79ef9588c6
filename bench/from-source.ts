import { join } from 'node:path';
import { Worker } from '@temporalio/worker';

/** Loaded with `--require` before `deck worker`: the same worker, which bundles its workflows when it starts. */
const create = Worker.create.bind(Worker);

Worker.create = ({ workflowBundle, ...options }) =>
  create({
    ...options,
    ...(workflowBundle === undefined ? {} : { workflowsPath: join(__dirname, '..', 'workflows', 'index.js') }),
  });

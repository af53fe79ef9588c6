// Test files of `integration` and `browser` that load a product of their own, in Jest's VM, and why. All others use it as Node
// has loaded it, once for all files of a process (README.md).

module.exports = {
  'cli/logs': 'installs a Temporal runtime of its own',
  'service/testing/faults': 'fails with the fetch of the process: a request meets a connection that was cut before',
};

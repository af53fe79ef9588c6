// Test files that load a product of their own, in Jest's VM, and why. All others use it as Node has loaded it, once for all
// files of a process (README.md); unit tests only where the build is current.

module.exports = {
  'activities/kept-text': 'replaces a module of Node',
  'cli/logs': 'installs a Temporal runtime of its own',
  'documents/ledger': 'compares the class of an error of JavaScript itself',
  'service/testing/faults': 'fails with the fetch of the process: a request meets a connection that was cut before',
  'text/rust-reason': 'the product asks for the class of an error of JavaScript itself',
  'workflows/failures': 'loads a module of the product twice',
};

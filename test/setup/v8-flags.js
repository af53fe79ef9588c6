// For processes that live for seconds: V8 optimises what has run seven times as long. Compiling what is soon over was a seventh
// of all processor time. Node 22 and newer have no such flag and would say so in every process.
if (Number.parseInt(process.versions.node, 10) < 22) {
  require('node:v8').setFlagsFromString('--interrupt-budget=1000000');
}

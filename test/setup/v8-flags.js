// For processes that live for seconds: V8 optimises what has run seven times as long. Compiling what is soon over was a seventh
// of all processor time.
require('node:v8').setFlagsFromString('--interrupt-budget=1000000');

// Loaded before the service: keeps memory of every request, as a forgotten buffer would.
const { Server } = require('node:http');
const { emit } = Server.prototype;
const kept = [];
Server.prototype.emit = function (name, ...rest) {
  if (name === 'request') kept.push(Buffer.alloc(4 * 1024 * 1024, 1));
  return emit.call(this, name, ...rest);
};

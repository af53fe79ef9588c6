import { endpointNames, endpointOf } from '../../../src/contract';
import { serviceForTests } from '../running-service';

const service = serviceForTests();

describe('another method than the endpoint’s own', () => {
  it.each(endpointNames)('%s is not run', async (name) => {
    const { method, path } = endpointOf(name);
    for (const other of ['HEAD', 'GET', 'POST', 'PUT', 'DELETE', 'PATCH'].filter((word) => word !== method)) {
      const answer = await fetch(service.url + path, { method: other });
      expect([other, answer.status]).toEqual([other, 405]);
    }
  });
});

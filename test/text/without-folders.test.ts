import { withoutFolders } from '../../src/base/text/without-folders';

it.each([
  [
    "ENOENT: no such file or directory, open '/home/ann b/out/eve/r1/Tea 1.pptx'",
    "ENOENT: no such file or directory, open 'Tea 1.pptx'",
  ],
  [
    'document 1a2b… is not in the store /srv/deck/.deck/documents (ENOENT); use',
    'document 1a2b… is not in the store documents (ENOENT); use',
  ],
  ['look at /var/log/deck/.', 'look at deck.'],
  ['“/etc/deck/secret.key” cannot be read', '“secret.key” cannot be read'],
  ['C:\\Users\\ann\\out\\Tea.pptx has 3 bytes', 'Tea.pptx has 3 bytes'],
])('%s is shown as %s', (given, told) => {
  expect(withoutFolders(given)).toBe(told);
});

it.each([
  'the service at https://decks.example/api/v1 refused (code 20003)',
  'deck review presentation/u1/r1',
  'readPptTree: HTTP 502; and/or 3/4 of it; 1/2/3',
  'see docs/failures.md, output.directory',
  'nothing at /',
])('%s stays as it is', (text) => {
  expect(withoutFolders(text)).toBe(text);
});

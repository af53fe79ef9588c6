import { example, FORM, HEADERS_A, JSON_TYPE } from './example';

export const exportEndpoints = [
  example({
    endpoint: 'startExport',
    title: 'answers with the task key',
    values: { design_id: '501' },
    sent: {
      line: 'POST /api/download/export/file HTTP/1.1',
      headers: [...HEADERS_A, FORM],
      body: 'id={{design_id}}&format=ppt&edit=true&files_to_zip=false',
    },
    reply: { type: JSON_TYPE, body: '{"code":0,"data":"export-abc_123","msg":"success"}' },
    request: { id: 501, format: 'ppt', edit: true, files_to_zip: false },
    typed: 'export-abc_123',
  }),
  example({
    endpoint: 'readExportResult',
    title: 'download links',
    values: { task_key: 'export-abc_123' },
    sent: {
      line: 'POST /api/download/export/file/result HTTP/1.1',
      headers: [...HEADERS_A, FORM],
      body: 'task_key={{task_key}}',
    },
    reply: { type: JSON_TYPE, body: '{"code":0,"data":["https://files.example.test/x?e=1&s=2"],"msg":"导出成功"}' },
    request: { task_key: 'export-abc_123' },
    typed: ['https://files.example.test/x?e=1&s=2'],
  }),
  example({
    endpoint: 'readExportResult',
    title: 'still running: an empty array',
    values: { task_key: 'export-abc_123' },
    sent: {
      line: 'POST /api/download/export/file/result HTTP/1.1',
      headers: [...HEADERS_A, FORM],
      body: 'task_key={{task_key}}',
    },
    reply: { type: JSON_TYPE, body: '{"code":0,"data":[],"msg":"导出中"}' },
    request: { task_key: 'export-abc_123' },
    typed: [],
  }),
];

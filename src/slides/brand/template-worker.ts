/** The entry point of the thread that reads templates. */
import { answering } from '../../base/threads/answering';
import { BrandError } from './brand-error';
import { checkTemplate } from './fill-template';
import { reportTemplate } from './report';
import type { TemplateRead, TemplateRequest } from './threads';

export default answering(({ file, name, roles = {} }: TemplateRequest): TemplateRead => {
  try {
    const report = reportTemplate(file, roles);
    if (name === undefined) return { report };
    return { report, look: checkTemplate(file, name, roles) };
  } catch (error) {
    if (error instanceof BrandError) return { refused: { kind: error.kind, message: error.message } };
    throw error;
  }
});

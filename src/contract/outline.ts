import { z } from 'zod';
import { endpointsOf } from './endpoint';
import { id, integer } from './wire';

const endpoint = endpointsOf('outline');

/**
 * A node of the outline tree. Loose, so that fields and types that the specification does not show survive an edit.
 * Root: depth 1, parentId 0. Observed types: title, catalog, ending.
 */
export const outlineNode = z.looseObject({
  id: z.int(),
  parentId: z.int(),
  depth: z.int(),
  sort: z.int(),
  index: z.int().optional(),
  pageIndex: z.int().optional(),
  direction: z.int().optional(),
  expanded: z.boolean().optional(),
  showTip: z.boolean().optional(),
  lastLevel: z.boolean().optional(),
  type: z.string(),
  value: z.string(),
  get children(): z.ZodDefault<z.ZodArray<typeof outlineNode>> {
    return z.array(outlineNode).default([]);
  },
});

/** A node of the design's tree. Page-level nodes have a `pageType`, whose values the compatibility profile defines. */
export const pptNode = z.object({
  type: z.string(),
  value: z.string(),
  pageType: z.int().optional(),
  get children(): z.ZodDefault<z.ZodArray<typeof pptNode>> {
    return z.array(pptNode).default([]);
  },
});

export const outline = {
  readOutlineTree: endpoint({
    method: 'POST',
    path: '/api/generate/data',
    request: z.object({ task_id: id }),
    data: outlineNode,
    retry: 'read',
    summary: 'Returns the root node of the outline tree of a task.',
  }),
  readPptTree: endpoint({
    method: 'POST',
    path: '/api/generate/ppt-tree',
    request: z.object({ design_id: id }),
    data: z.array(pptNode),
    retry: 'read',
    summary: 'Returns the tree of a design; pro-layout designs are not supported.',
  }),
  saveOutline: endpoint({
    method: 'POST',
    path: '/api/ai/chat/v2/outline/save',
    request: z.object({
      task_id: id,
      content: z.string().describe('The edited tree as JSON text, or a Markdown outline.'),
      type: integer.optional(),
    }),
    data: z.int(),
    retry: 'idempotent-write',
    summary: 'Saves an edited outline of a task.',
  }),
};

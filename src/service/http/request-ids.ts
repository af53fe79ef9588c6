/** Fields that name a task or a design. Tickets and task keys are left out, because they grant access. */
const ID_FIELDS = ['task_id', 'text_id', 'id', 'user_design_id', 'layout_task_id'] as const;

/** The ids in a decoded request, for the journal. */
export function idsOf(request: Record<string, unknown>): Record<string, number> {
  const ids: Record<string, number> = {};
  for (const field of ID_FIELDS) {
    const value = request[field];
    if (typeof value === 'number') ids[field] = value;
  }
  return ids;
}

/** The user that an account's signed call is about. */
export function uidIn({ uid }: Record<string, unknown>): string | undefined {
  return typeof uid === 'string' ? uid : undefined;
}

import type { ServiceId } from '../core/service-id';

/**
 * Returns the items of a list up to a maximum number, page by page. A service may send smaller pages than asked for, and
 * no total: the list ends with a page that has nothing new.
 */
export async function listAll<Item extends { id: ServiceId }>(
  most: number,
  page: (request: { page: number; page_size: number }) => Promise<{ pagination: { total: number }; list: Item[] }>,
): Promise<{ total: number; items: Item[] }> {
  const items = new Map<ServiceId, Item>();
  const page_size = Math.min(most, LARGEST_PAGE);
  for (let number = 1; ; number += 1) {
    const { pagination, list } = await page({ page: number, page_size });
    const before = items.size;
    for (const item of list) items.set(item.id, item);
    const total = Math.max(pagination.total, items.size);
    const isLast = items.size === before || items.size >= (pagination.total || most);
    if (isLast || items.size >= most) return { total, items: [...items.values()].slice(0, most) };
  }
}

/** The maximum of the embedded service, and a modest size for any other. */
const LARGEST_PAGE = 100;

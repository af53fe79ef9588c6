/** Returns the items of a list up to a maximum number, page by page. */
export async function listAll<Item>(
  most: number,
  page: (request: { page: number; page_size: number }) => Promise<{ pagination: { total: number }; list: Item[] }>,
): Promise<{ total: number; items: Item[] }> {
  const items: Item[] = [];
  const page_size = Math.min(most, LARGEST_PAGE);
  for (let number = 1; ; number += 1) {
    const { pagination, list } = await page({ page: number, page_size });
    items.push(...list);
    if (list.length === 0 || items.length >= Math.min(most, pagination.total)) {
      return { total: pagination.total, items: items.slice(0, most) };
    }
  }
}

/** The maximum of the embedded service, and a modest size for any other. */
const LARGEST_PAGE = 100;

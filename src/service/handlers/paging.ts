import type { ServiceProfile } from '../../contract/profile';
import { invalid } from '../../contract/service-error';

export interface Paging {
  page: number;
  pageSize: number;
}

/** Page number and size, with the profile's defaults and maximum. */
export function pagingOf(
  { paging }: ServiceProfile,
  request: { page?: number | undefined; page_size?: number | undefined },
): Paging {
  const page = request.page ?? paging.page;
  const pageSize = request.page_size ?? paging.pageSize;
  if (page < 1) throw invalid('page must be 1 or more');
  if (page > 1_000_000) throw invalid('page must be 1000000 or less');
  if (pageSize < 1 || pageSize > paging.maxPageSize) {
    throw invalid(`page_size must be 1 to ${paging.maxPageSize}`);
  }
  return { page, pageSize };
}

/** Converts a page of a list to its wire format. */
export function pageOf<Item>({ page, pageSize }: Paging, total: number, list: Item[]) {
  return { pagination: { total, current_page: page, page_size: pageSize }, list };
}

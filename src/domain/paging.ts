export const PAGE_SIZES = [10, 25, 50, 100] as const
export const DEFAULT_PAGE_SIZE = 10

/** How many page numbers a pagination control shows at once. */
export const PAGE_WINDOW = 7

/** A page size that a list supports: the requested one, or 10. `also` names a list's own size. */
export const supportedPageSize = (requested: number, also: readonly number[] = []): number =>
  PAGE_SIZES.some((size) => size === requested) || also.includes(requested) ? requested : DEFAULT_PAGE_SIZE

/** The number of pages that hold `total` rows. */
export const pageCount = (total: number, pageSize: number): number => Math.ceil(total / pageSize)

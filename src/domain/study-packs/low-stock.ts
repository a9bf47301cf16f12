/**
 * Whether so many packs are few: as many as the level that was set for them, or fewer. Without a level they never are
 * (a site's low pack level, a trial's alert level).
 */
export const isLowStock = (packs: number, lowAt: number | null): boolean => lowAt !== null && packs <= lowAt

/** At how many percent of a cap people are told that it is near, where the trial says nothing else. */
export const USUAL_CAP_NOTICE_PERCENT = 90

/** From how many participants on a cap is near: the percentage of it, rounded up. */
export const nearFrom = (most: number, noticePercent: number): number => Math.ceil((most * noticePercent) / 100)

/** Whether so many participants reach a cap; null is none. */
export const isReached = (most: number | null, count: number): boolean => most !== null && count >= most

/**
 * What one more participant makes of a cap that then has `count` of `most`: it has come near, or is reached. Null for every other
 * participant, so that each is told once however often it is asked.
 */
export const capNews = (most: number, count: number, noticePercent: number): 'near' | 'reached' | null => {
  if (count === most) return 'reached'
  return count === nearFrom(most, noticePercent) ? 'near' : null
}

/** A cap that is set below the participants that count towards it, in words; null where it may be set. */
export const capFault = (most: number | null, count: number): string | null => {
  if (most === null || most >= count) return null
  return `${count === 1 ? '1 participant is' : `${count} participants are`} randomised already, so it cannot be lower.`
}

import { earlierByMs } from '../../ground/time/clock'

/** A process confirms every five seconds that it still works on a simulation; silent for so long, it is gone. */
const LOST_AFTER_MS = 20_000

/**
 * The instant since which the process of a running simulation must have reported, else the simulation was interrupted.
 */
export const lostBefore = (now: string): string => earlierByMs(now, LOST_AFTER_MS)

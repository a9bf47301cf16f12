import { earlierByMs } from '../../ground/time/clock'

/** A process says every five seconds that it still works on a simulation; silent for so long, it is gone. */
const LOST_AFTER_MS = 20_000

/** The instant since which the process of a simulation under way must have been heard, else the simulation was interrupted. */
export const lostBefore = (now: string): string => earlierByMs(now, LOST_AFTER_MS)

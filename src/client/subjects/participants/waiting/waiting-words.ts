import type { ReceivedAnswer } from '#contract/endpoint'
import type { listWaitingParticipants } from '#contract/waiting-list'

/** Whether a place is free for anyone who waits, on whatever page of the list. */
export const arePlacesFree = ({ places_free, data }: ReceivedAnswer<typeof listWaitingParticipants>): boolean =>
  places_free === undefined ? data.some(({ is_place_free }) => is_place_free) : places_free > 0

/** Shown wherever a participant who waits could be randomised now. */
export const PLACES_FREE = 'Places are free'

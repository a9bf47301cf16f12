import type { FlagStatusName } from '#domain/participants/participant'
import { flagStatusAfter } from '#offline/overlay'
import { useOutboxPart } from '../../../device/outbox/use-outbox'

type Flagged = { id: number; flag_status: { name: FlagStatusName } }

/**
 * Applies unsent flags of this device to participants that the server answered at `as_of`. `as_of` is in milliseconds since the
 * epoch, by this device's clock.
 */
export const usePendingFlags = () => {
  const own = useOutboxPart((outbox) => outbox.own)
  return <Row extends Flagged>(participants: readonly Row[], as_of: number): Row[] =>
    participants.map((participant) => ({
      ...participant,
      flag_status: { name: flagStatusAfter(participant, own, as_of) },
    }))
}

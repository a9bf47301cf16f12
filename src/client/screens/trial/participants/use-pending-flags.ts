import type { FlagStatusName } from '#domain/participants/participant'
import { flagStatusAfter } from '#offline/overlay'
import { useOutbox } from '../../../outbox/use-outbox'

type Flagged = { id: number; flag_status: { name: FlagStatusName } }

/**
 * Shows participants, of whom the server told at `as_of`, with the flags that they have once what waits on this device for the server is
 * done. `as_of` is in milliseconds since the epoch, by this device's clock.
 */
export const usePendingFlags = () => {
  const { own } = useOutbox()
  return <Row extends Flagged>(participants: readonly Row[], as_of: number): Row[] =>
    participants.map((participant) => ({
      ...participant,
      flag_status: { name: flagStatusAfter(participant, own, as_of) },
    }))
}

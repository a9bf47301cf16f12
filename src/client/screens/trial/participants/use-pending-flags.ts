import type { StoredAction } from '#contract/stored-action'
import type { FlagStatusName } from '#domain/participant'
import { flagStatusAfter } from '#offline/overlay'
import { useOutbox } from '../../../outbox/use-outbox'

type Flagged = { id: number; flag_status: { name: FlagStatusName } }

/** Shows participants with the flags that they have once what waits on this device for the server is done. */
export const usePendingFlags = () => {
  const { own } = useOutbox()
  return <Row extends Flagged>(participants: readonly Row[]): Row[] =>
    participants.map((participant) => withPendingFlag(participant, own))
}

const withPendingFlag = <Row extends Flagged>(participant: Row, own: readonly StoredAction[]): Row => ({
  ...participant,
  flag_status: { name: flagStatusAfter(participant, own) },
})

import { studyPackTarget } from '#offline/targets'
import { deviceOutbox } from '../../../device/outbox/device-outbox'
import { waitingForOther } from '../../../device/outbox/use-outbox'
import { useSession } from '../../../session/this-session'
import { useStore } from '../../../browser/store'
import { othersStop, refusedStop, waitingStop, type Stop } from '../dispense/device-stop'

/**
 * The obstacle in this device's outbox to dispensing one of these packs: its unsent dispense, a refusal that needs a decision,
 * or another person's action.
 */
export const useOutboxStop = (packs: readonly { id: number; pack_id: string }[]): Stop | null => {
  const { session } = useSession()
  const { actions, entries } = useStore(deviceOutbox.view, ({ content }) => content)
  const sub = session?.sub ?? null
  const own = actions.filter(({ author }) => author.sub === sub)
  const stops = packs.map(
    (pack) =>
      waitingStop(pack, own) ??
      refusedStop(pack, own) ??
      othersStop(pack, waitingForOther(studyPackTarget(pack.id), sub, entries)),
  )
  return stops.find((stop) => stop !== null) ?? null
}

import { scanVerdict, type ScanContext } from '#domain/study-packs/scan-verdict'
import type { PackFromServerOrStore } from '../pack-from-server-or-store'
import type { PackToDispense } from '../queue/packs-to-dispense'

/**
 * The next pack of the queue after another: first of the same participant, then of the same site; null where none
 * waits. A pack that a scan would stop is never offered.
 */
export const nextPack = (
  queue: readonly PackToDispense[],
  packs: readonly PackFromServerOrStore[],
  current: Pick<PackFromServerOrStore, 'id' | 'site_id' | 'participant'>,
  context: ScanContext,
): PackToDispense | null => {
  const byId = new Map(packs.map((pack) => [pack.id, pack]))
  // For the participant to whom it is allocated, not for the one from whose page the last one was begun.
  const isRight = ({ id }: PackToDispense) => {
    const pack = byId.get(id)
    return pack !== undefined && scanVerdict(pack, { ...context, recipient: null }).kind === 'right'
  }
  const waiting = queue.filter((pack) => pack.id !== current.id && isRight(pack))
  const number = current.participant?.trial_sequence_no
  const pack =
    waiting.find(({ participant }) => participant.trial_sequence_no === number) ??
    waiting.find(({ site }) => (site?.id ?? null) === current.site_id) ??
    waiting[0]
  return pack ?? null
}

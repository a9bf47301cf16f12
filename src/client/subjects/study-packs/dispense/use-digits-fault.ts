import type { NewAction } from '#offline/outbox'
import { useQueryClient } from '@tanstack/react-query'
import { studyPacksQuery } from '../../../api/study-pack-queries'
import { canReachServer, connection } from '../../../device/offline/connection'
import { formatClock } from '../../../ui/format-time'
import { packsIn } from '../pack-from-server-or-store'
import { codeRefusal } from './dispense-attempt'
import { useDigitsCheck } from './use-digits-check'

/** Why the three digits of a corrected dispense must not be stored, where this device knows them to be wrong; null otherwise. */
export const useDigitsFault = (trialId: number) => {
  const client = useQueryClient()
  const checkDigits = useDigitsCheck()
  return async ({ id: idempotency_key, call }: NewAction): Promise<{ words: string } | null> => {
    if (call.kind !== 'dispense' || call.body.confirmation_code === null) return null
    // Without the packs the digits go to the server unchecked.
    const packs = await client.ensureQueryData(studyPacksQuery(trialId)).catch(() => null)
    const pack = packs === null ? undefined : packsIn(packs.answer).find(({ id }) => id === call.body.study_pack_id)
    const isOnline = canReachServer(connection.get().state)
    const verdict = await checkDigits({ dispense: call, idempotency_key, pack, isOnline })
    if (verdict.kind !== 'refused') return null
    const { fault } = verdict
    return { words: codeRefusal({ ...fault, at: Date.now() }, formatClock) ?? fault.words }
  }
}

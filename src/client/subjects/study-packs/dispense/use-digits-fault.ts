import type { NewAction } from '#offline/outbox'
import { useQueryClient } from '@tanstack/react-query'
import { pause } from '../../../browser/pause'
import { studyPacksQuery } from '../../../api/study-pack-queries'
import { canReachServer, connection } from '../../../device/offline/connection'
import { CODE_NOT_CHECKABLE } from '../../../safety-words'
import { formatClock } from '../../../ui/format-time'
import { packsIn } from '../pack-from-server-or-store'
import { codeRefusal } from './dispense-attempt'
import { useDigitsCheck } from './use-digits-check'

/** How long a correction waits for the packs, in milliseconds. */
const PATIENCE_MS = 1500

/**
 * Why the three digits of a corrected dispense must not be stored: this device knows them to be wrong, or neither it nor the
 * server can check them now. Null where they may be. Where the packs do not come soon, the server checks the digits.
 */
export const useDigitsFault = (trialId: number) => {
  const client = useQueryClient()
  const checkDigits = useDigitsCheck()
  return async ({ id: idempotency_key, call }: NewAction): Promise<{ words: string } | null> => {
    if (call.kind !== 'dispense' || call.body.confirmation_code === null) return null
    // Packs that cannot be loaded leave the check to the server.
    const loaded = client.ensureQueryData(studyPacksQuery(trialId)).then(
      ({ answer }) => packsIn(answer),
      () => [],
    )
    const late = pause(PATIENCE_MS, new AbortController().signal).then(() => [])
    const pack = (await Promise.race([loaded, late])).find(({ id }) => id === call.body.study_pack_id)
    const isOnline = canReachServer(connection.get().state)
    const verdict = await checkDigits({ dispense: call, idempotency_key, pack, isOnline })
    if (verdict.kind === 'not_checkable') return { words: CODE_NOT_CHECKABLE }
    if (verdict.kind !== 'refused') return null
    const { fault } = verdict
    return { words: codeRefusal({ ...fault, at: Date.now() }, formatClock) ?? fault.words }
  }
}

import { isPastExpiry } from '#domain/study-packs/study-pack'
import { permitsAction } from '#domain/study-packs/study-pack-actions'
import { offlineDispenseByAge } from '#domain/this-device/offline-rules'
import { useQuery } from '@tanstack/react-query'
import { asOf } from '../../../api/answer-at-hand'
import { studyPacksQuery } from '../../../api/study-pack-queries'
import { useIsAway } from '../../../device/offline/use-connection'
import { useNow, useServerNow } from '../../../device/offline/use-now'
import { useNowForAges } from '../../../device/offline/use-now-for-ages'
import { useRefetchWhenStale } from '../../../device/offline/use-refetch-when-stale'
import { AGE_UNKNOWN, ageConfirmation, SECOND_PERSON, tooOld } from '../../../safety-words'
import { todayIn } from '../../../ui/format-time'
import { packsIn, type PackFromServerOrStore, type PacksTrial } from '../pack-from-server-or-store'

type Stop = { title: string; words: string } | null
type Ruling = { stop: Stop; tick: string | null }

/**
 * The offline rules for these packs together: why they forbid it, or what has to be ticked; `isAwaited` while the server is asked.
 * Old data is judged by its age and each pack by its expiry, whatever the state of the connection: a lost call is stored. What
 * leaving a pack out cannot change comes first.
 */
export const useSeveralRuling = (
  trial: PacksTrial,
  packs: readonly PackFromServerOrStore[],
): Ruling & { isAwaited: boolean; now: number; expiry: Stop; expired: readonly PackFromServerOrStore[] } => {
  const isAway = useIsAway()
  const now = useNow()
  const serverNow = useServerNow()
  // The list fetches it, and this form only once it is old.
  const { data, refetch } = useQuery({ ...studyPacksQuery(trial.id), enabled: false })
  const as_of = data === undefined ? 0 : asOf(data)
  const nowForAges = useNowForAges(as_of)
  const byAge = offlineDispenseByAge(nowForAges - as_of)
  const isFree = byAge === 'free'
  const isAwaited = useRefetchWhenStale(!isAway && !isFree, () => refetch({ cancelRefetch: false }))
  const today = todayIn(trial.selected_timezone, serverNow)
  // The expiry may have been extended since the form opened.
  const current = new Map(
    (data === undefined ? [] : packsIn(data.answer)).map(({ id, expire_on }) => [id, { expire_on }]),
  )
  const expired = packs
    .map((pack) => ({ ...pack, ...current.get(pack.id) }))
    .filter((pack) => isPastExpiry(pack, today))
  const expiry = expired.length === 0 ? null : expiryStop(expired.length, packs.length)
  const rule = (): Ruling => {
    if (!isAway && (isFree || isAwaited)) return { stop: expiry, tick: null }
    if (trial.is_dispense_checked) return { stop: SECOND_PERSON, tick: null }
    if (byAge === 'age_unknown') return { stop: AGE_UNKNOWN, tick: null }
    if (byAge === 'too_old') return { stop: tooOld(as_of, nowForAges), tick: null }
    const isAllocated = packs.every((pack) => permitsAction(pack.study_pack_status_id, 'dispense'))
    const stop = expiry ?? (isAllocated ? null : NOT_ALL)
    return {
      stop,
      tick: stop === null && byAge === 'needs_tick' ? ageConfirmation(as_of, nowForAges) : null,
    }
  }
  return { ...rule(), isAwaited, now, expiry, expired }
}

const NOT_ALL = { title: 'Not all of these packs may be dispensed', words: 'One of them is not allocated.' }

const expiryStop = (expired: number, among: number) => {
  const haveExpired = expired === 1 ? 'This pack has expired' : 'These packs have expired'
  return expired < among
    ? { title: NOT_ALL.title, words: `${haveExpired}.` }
    : { title: haveExpired, words: 'Cancel, then choose other packs.' }
}

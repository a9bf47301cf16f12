import { api } from '#contract/api'
import type { StudyPack } from '#contract/study-packs'
import type { Outcome } from '#domain/outcome'
import { isStockAction, type PlainAction, type StudyPackAction } from '#domain/study-packs/study-pack-actions'
import { call } from '../../../device/call'
import type { Failure } from '../../../api/failure'

/** What is asked of the server directly; packs are dispensed through the outbox. */
export type DirectAction = Exclude<StudyPackAction, 'dispense'>

/** An action with what it asks besides the reason. */
export type PackAction =
  | { action: PlainAction }
  | { action: 'transfer'; from_site_id: number; to_site_id: number }
  | ({ action: 'update'; seen: readonly ({ study_pack_id: number } & Expiration)[] } & Expiration)

type Expiration = Pick<StudyPack, 'expire_on' | 'duration'>

/** What is sent: the action, on which packs, why, and why also where it makes a pattern that gives study groups away. */
export type SentPackAction = {
  action: PackAction
  packIds: readonly number[]
  comment: string
  acknowledge_pattern: string | null
}

/** Sends an action on one pack or on several, all of them or none; one is named as one. */
export const sendPackAction =
  (trialId: number) =>
  (
    { action, packIds, comment, acknowledge_pattern }: SentPackAction,
    options: { idempotency_key: string },
  ): Promise<Outcome<{ data: StudyPack[] }, Failure>> => {
    const parameters = { trial_id: String(trialId) }
    const [first] = packIds
    const which =
      packIds.length === 1 && first !== undefined ? { study_pack_id: first } : { study_pack_ids: [...packIds] }
    const isWithReason = acknowledge_pattern !== null && isStockAction(action.action)
    const body = { ...which, comment, ...(isWithReason && { acknowledge_pattern }) }
    if (action.action === 'transfer') {
      const { from_site_id, to_site_id } = action
      return call(api.transferStudyPacks, { parameters, body: { ...body, from_site_id, to_site_id } }, options)
    }
    if (action.action === 'update') {
      const { expire_on, duration, seen } = action
      return call(
        api.updateStudyPacks,
        { parameters, body: { ...body, expire_on, duration, seen: [...seen] } },
        options,
      )
    }
    return call(api[`${action.action}StudyPacks` as const], { parameters, body }, options)
  }

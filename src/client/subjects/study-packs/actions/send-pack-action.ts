import { api } from '#contract/api'
import { studyPackActionCalls, type StudyPack } from '#contract/study-packs'
import type { Outcome } from '#domain/outcome'
import {
  isStockAction,
  type FinalStockAction,
  type PlainAction,
  type StudyPackAction,
} from '#domain/study-packs/study-pack-actions'
import { call } from '../../../device/call'
import type { Failure } from '../../../api/failure'

/** An action that is sent to the server directly; packs are dispensed through the outbox. */
export type DirectAction = Exclude<StudyPackAction, 'dispense'>

/** An action with its fields besides the reason. */
export type PackAction =
  | { action: Exclude<PlainAction, FinalStockAction> }
  | { action: FinalStockAction; seen: readonly SeenStatus[] }
  | { action: 'transfer'; from_site_id: number; to_site_id: number }
  | ({ action: 'update'; seen: readonly (SeenStatus & Expiration)[] } & Expiration)

/** Another person may have changed a pack since it was seen, or a participant may have been given it. */
type SeenStatus = { study_pack_id: number; study_pack_status_id: number }
type Expiration = Pick<StudyPack, 'expire_on' | 'duration'>

/** The body to send: the action, its packs, its reason, and the reason for a pattern that reveals study groups. */
export type SentPackAction = {
  action: PackAction
  packIds: readonly number[]
  comment: string
  acknowledge_pattern: string | null
}

/** Sends an action on one pack or on several, all of them or none; a single pack has its own call. */
export const sendPackAction =
  (trialId: number) =>
  (
    { action, packIds, comment, acknowledge_pattern }: SentPackAction,
    options: { idempotency_key: string },
  ): Promise<Outcome<{ data: StudyPack[] }, Failure>> => {
    const parameters = { trial_id: String(trialId) }
    const [first] = packIds
    const packIdFields =
      packIds.length === 1 && first !== undefined ? { study_pack_id: first } : { study_pack_ids: [...packIds] }
    const isWithReason = acknowledge_pattern !== null && isStockAction(action.action)
    const body = { ...packIdFields, comment, ...(isWithReason && { acknowledge_pattern }) }
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
    if ('seen' in action) {
      const { seen } = action
      return call(
        studyPackActionCalls[`${action.action}StudyPacks` as const],
        { parameters, body: { ...body, seen: [...seen] } },
        options,
      )
    }
    return call(studyPackActionCalls[`${action.action}StudyPacks` as const], { parameters, body }, options)
  }

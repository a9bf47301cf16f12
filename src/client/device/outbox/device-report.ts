import { MOST_REPORTED, type ReportedAction } from '#contract/device-actions'
import { isErrorCode } from '#contract/errors'
import { WAITS_UNHEARD_FOR_MS } from '#domain/this-device/device-action'
import type { StoredAction } from '#contract/stored-action'
import { isOpen } from '#offline/outbox-item'
import { recordOfTarget } from '#offline/targets'
import type { OutboxView } from './outbox-view'

/**
 * How long a settled action is reported, in milliseconds: by then the server has been reached, or it no longer matters.
 */
const REPORTED_FOR_MS = 30 * 24 * 60 * 60 * 1000

/**
 * The report of a person's own actions on this device that are unsent, refused, lost or discarded, the newest last,
 * without typed text. `now` in milliseconds since the epoch.
 */
export const deviceReport = (
  { content, missing }: Pick<OutboxView, 'content' | 'missing'>,
  sub: string,
  now: number,
): ReportedAction[] => {
  // For a moment after another person's sign-in, the content is still the former person's.
  const own = content.actions.filter(({ author }) => author.sub === sub)
  const settled = own.flatMap((action) => {
    const state = reportedState(action, now)
    const last = action.notes.at(-1)
    if (state === null || last === undefined) return []
    if (!isOpen(action) && now - last.at > REPORTED_FOR_MS) return []
    const code = action.notes.findLast(({ refusal }) => refusal !== undefined)?.refusal?.code
    return reported(action, {
      state,
      performed_at: action.performed_at,
      ...(code !== undefined && isErrorCode(code) && { refusal_code: code }),
    })
  })
  const lost = missing.filter((one) => one.sub === sub).flatMap((one) => reported(one, { state: 'lost' }))
  return [...settled, ...lost].slice(-MOST_REPORTED)
}

const reportedState = ({ state, notes }: StoredAction, now: number): ReportedAction['state'] | null => {
  if (state === 'waiting' || state === 'held')
    return now - (notes[0]?.at ?? now) > WAITS_UNHEARD_FOR_MS ? 'unsent' : null
  if (state === 'attention') return 'refused'
  if (state !== 'discarded') return null
  return notes.at(-1)?.event === 'corrected' ? 'corrected' : 'discarded'
}

/** Empty where the records of the action are unknown. */
const reported = (
  { id, targets = [] }: { id: string; targets?: readonly string[] | undefined },
  facts: Omit<ReportedAction, 'id' | 'participant_id' | 'study_pack_ids'>,
): ReportedAction[] => {
  const records = targets.flatMap((target) => recordOfTarget(target) ?? [])
  const participant = records.find(({ kind }) => kind === 'participant')
  if (participant !== undefined) return [{ id, ...facts, participant_id: participant.id }]
  return records.length === 0 ? [] : [{ id, ...facts, study_pack_ids: records.map((record) => record.id) }]
}

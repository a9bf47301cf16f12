import { AUDIT_KIND_NAMES } from '#domain/audit/audit-kind'
import { AUDIT_TITLES } from '#domain/audit/audit-kind-words'
import * as v from 'valibot'
import type { TestPortal } from './portal'

/** The effects of people's acts on a trial, in words, each with its number. Effects that did not occur are left out. */
export type Effects = Readonly<Record<string, number>>

/** Starts counting. The returned function gives the effects on a trial since then. */
export const countEffects = async (
  portal: Pick<TestPortal, 'database'>,
  { trial_id }: { trial_id: number },
): Promise<() => Promise<Effects>> => {
  const before = await effectsIn(portal, trial_id)
  return async () => {
    const now = Object.entries(await effectsIn(portal, trial_id))
    return Object.fromEntries(
      now.map(([effect, count]) => [effect, count - (before[effect] ?? 0)] as const).filter(([, more]) => more !== 0),
    )
  }
}

const kinds = v.picklist(AUDIT_KIND_NAMES)

const effectsIn = async (
  { database: { queries } }: Pick<TestPortal, 'database'>,
  trialId: number,
): Promise<Effects> => {
  const participants = await queries.selectFrom('participants').select('id').where('trial_id', '=', trialId).execute()
  const flags = await queries
    .selectFrom('participant_flags')
    .innerJoin('participants', 'participants.id', 'participant_flags.participant_id')
    .select('participant_flags.is_flagged')
    .where('trial_id', '=', trialId)
    .execute()
  const packs = await queries
    .selectFrom('study_pack_logs')
    .innerJoin('study_packs', 'study_packs.id', 'study_pack_logs.study_pack_id')
    .select('study_pack_logs.action')
    .where('trial_id', '=', trialId)
    .execute()
  const audit = await queries.selectFrom('audit_log').select('kind').where('trial_id', '=', trialId).execute()
  return counted([
    ...participants.map(() => 'randomised'),
    ...flags.map(({ is_flagged }) => (is_flagged ? 'flagged' : 'unflagged')),
    ...packs.map(({ action }) => `pack: ${action}`),
    ...audit.map(({ kind }) => `audit: ${AUDIT_TITLES[v.parse(kinds, kind)]}`),
  ])
}

const counted = (things: readonly string[]): Effects => {
  const counts: Record<string, number> = {}
  for (const thing of things) counts[thing] = (counts[thing] ?? 0) + 1
  return counts
}

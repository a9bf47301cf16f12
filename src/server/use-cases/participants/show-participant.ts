import type { Participant } from '#contract/participants'
import { BLINDED_NAME, shownGroup } from '#domain/people/blinding'
import { flagStatusOf } from '#domain/participants/flagging'
import { can } from '#domain/people/permissions'
import type { AllocatedGroup, ParticipantRow } from '../../ground/db/participants'
import type { TrialView } from '../call/view'

/** A participant as its viewer may see it: groups by their visibility, stratum answers only where they may see them. */
export const shownParticipant = (row: ParticipantRow, view: TrialView): Participant => {
  const [first, ...others] = row.groups
  if (first === undefined) throw new Error(`participant ${row.id} has no study group`)
  const one = withGroup(row, view, first)
  if (others.length === 0) return one
  const study_groups = row.groups.map((group) => shownGroupOf(view, group))
  const study_packs = row.groups.flatMap(({ study_pack }) => study_pack ?? [])
  return {
    ...one,
    study_group: { ...one.study_group, name: [...new Set(study_groups.map(({ name }) => name))].join(' + ') },
    study_groups: view.visibility === 'nothing' ? [] : study_groups,
    ...(study_packs.length > 0 ? { study_packs } : {}),
  }
}

/** A participant's allocations, in the answer of their randomisation: an entry for each factor. */
export const shownAllocations = (row: ParticipantRow, view: TrialView): Participant[] =>
  row.groups.map((group) => withGroup(row, view, group))

const shownGroupOf = ({ visibility }: TrialView, { name, label }: AllocatedGroup) =>
  shownGroup(visibility, { name, label: label ?? BLINDED_NAME })

const withGroup = (row: ParticipantRow, view: TrialView, group: AllocatedGroup): Participant => ({
  id: row.id,
  trial_sequence_no: row.trial_sequence_no,
  created_at: row.created_at,
  participant_id: row.participant_id,
  study_group: shownGroupOf(view, group),
  site: row.site,
  study_pack: group.study_pack,
  ...(can(view.permission, 'viewStrata') ? { strata: row.strata } : {}),
  flag_status: { name: flagStatusOf(row.is_flagged) },
  ...(row.is_counted_out ? { is_counted_out: true } : {}),
  participant_flags: row.flags.map(({ is_flagged, ...flag }) => ({
    ...flag,
    flag_status: { name: flagStatusOf(is_flagged) },
  })),
  is_unblinded: row.is_unblinded,
})

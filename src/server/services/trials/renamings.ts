import { renamingsOf, takenNames, type Renaming } from '#domain/renaming'
import { findFormerNames, insertFormerNames } from '../../db/former-names'
import type { Queries, Transaction } from '../../db/transaction'
import type { WholeTrial } from '../../db/trials'
import type { DesignFormFaults, SettledForm } from './sound-form'

/** The lists of a trial whose names its participants are recorded under. */
const LISTS = ['study_groups', 'sites'] as const

export type TrialRenaming = Renaming & { readonly list: (typeof LISTS)[number] }

/** What of a form takes another name, where somebody was randomised under the stored one; none before the first participant. */
export const renamingsIn = (form: SettledForm, stored: WholeTrial): TrialRenaming[] =>
  stored.last_sequence_no === 0
    ? []
    : LISTS.flatMap((list) =>
        renamingsOf(namesIn(form)[list], namesIn(stored)[list]).map((renaming) => ({ ...renaming, list })),
      )

/**
 * The names in a form that another study group or site of the trial has or had, by their fields; none before the first
 * participant (src/decisions/0039-names-of-groups-and-sites.md).
 */
export const renamingFaults = async (
  queries: Queries,
  form: SettledForm,
  stored: WholeTrial,
): Promise<DesignFormFaults> => {
  if (stored.last_sequence_no === 0) return {}
  const former = await findFormerNames(queries, stored.id)
  const formerIn = {
    study_groups: former.flatMap(({ study_group_id: id, ...names }) => (id === null ? [] : [{ id, ...names }])),
    sites: former.flatMap(({ site_id: id, ...names }) => (id === null ? [] : [{ id, ...names }])),
  }
  return Object.fromEntries(
    LISTS.flatMap((list) =>
      takenNames(namesIn(form)[list], namesIn(stored)[list], formerIn[list]).map(({ index, field }) => [
        `${list}.${index}.${list === 'sites' ? 'title' : field}`,
        TAKEN[list],
      ]),
    ),
  )
}

const TAKEN = {
  study_groups: 'Another study group of this trial has or had this name or label',
  sites: 'Another site of this trial has or had this name',
}

type Ended = { readonly at: string; readonly by: number; readonly reason: string }

/** Stores the names that a save ends, so that whoever was randomised under them is shown with them. */
export const storeFormerNames = async (
  transaction: Transaction,
  { id: trial_id, last_sequence_no }: Pick<WholeTrial, 'id' | 'last_sequence_no'>,
  renamings: readonly TrialRenaming[],
  { at, by, reason }: Ended,
): Promise<void> =>
  insertFormerNames(
    transaction,
    renamings.map(({ list, id, old }) => ({
      trial_id,
      study_group_id: list === 'study_groups' ? id : null,
      site_id: list === 'sites' ? id : null,
      ...old,
      last_sequence_no,
      ended_at: at,
      ended_by: by,
      reason,
    })),
  )

const namesIn = <Group, Site extends { readonly title: string }>(lists: {
  readonly study_groups: readonly Group[]
  readonly sites: readonly Site[]
}) => ({
  study_groups: lists.study_groups,
  sites: lists.sites.map((site) => ({ ...site, name: site.title, label: null })),
})

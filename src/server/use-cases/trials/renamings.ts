import { renamingsOf, takenNames, type IsInUse, type Renaming } from '#domain/trials/renaming'
import { findFormerNames, insertFormerNames } from '../../ground/db/former-names'
import { countPacks } from '../../ground/db/save-facts'
import type { Queries, Transaction } from '../../ground/db/transaction'
import type { WholeTrial } from '../../ground/db/trials'
import type { DesignFormFaults, SettledForm } from './sound-form'

/** The lists of a trial whose names its participants are recorded under. */
const LISTS = ['study_groups', 'sites'] as const

export type TrialRenaming = Renaming & { readonly list: (typeof LISTS)[number] }

/**
 * The renamed children of a form, where records exist under the stored name: any of them once a participant exists,
 * before that only those with packs.
 */
export const renamingsIn = async (
  queries: Queries,
  form: SettledForm,
  stored: WholeTrial,
): Promise<TrialRenaming[]> => {
  const isInUse = await namesInUse(queries, stored)
  return LISTS.flatMap((list) =>
    renamingsOf(namesIn(form)[list], namesIn(stored)[list]).flatMap((renaming) =>
      isInUse[list](renaming.id) ? [{ ...renaming, list }] : [],
    ),
  )
}

/**
 * The names in a form that another study group or site of the trial has or had, by their fields; none before the first
 * participant and the first packs (src/decisions/0039-names-of-groups-and-sites.md).
 */
export const renamingFaults = async (
  queries: Queries,
  form: SettledForm,
  stored: WholeTrial,
): Promise<DesignFormFaults> => {
  const isInUse = await namesInUse(queries, stored)
  const former = await findFormerNames(queries, stored.id)
  const formerIn = {
    study_groups: former.flatMap(({ study_group_id: id, ...names }) => (id === null ? [] : [{ id, ...names }])),
    sites: former.flatMap(({ site_id: id, ...names }) => (id === null ? [] : [{ id, ...names }])),
  }
  const because = stored.last_sequence_no === 0 ? '. One of them has study packs' : ''
  return Object.fromEntries(
    LISTS.flatMap((list) =>
      takenNames(namesIn(form)[list], namesIn(stored)[list], formerIn[list], isInUse[list]).map(({ index, field }) => [
        `${list}.${index}.${list === 'sites' ? 'title' : field}`,
        `${TAKEN[list]}${because}`,
      ]),
    ),
  )
}

/**
 * The children under whose names participants or packs are recorded: a list of packs binds them to a group and a site
 * by name.
 */
const namesInUse = async (
  queries: Queries,
  { id, last_sequence_no }: WholeTrial,
): Promise<Record<(typeof LISTS)[number], IsInUse>> => {
  if (last_sequence_no > 0) return { study_groups: () => true, sites: () => true }
  const packs = await countPacks(queries, id)
  const hasPacks =
    (list: (typeof LISTS)[number]): IsInUse =>
    (child) =>
      child !== undefined && packs[list].has(child)
  return { study_groups: hasPacks('study_groups'), sites: hasPacks('sites') }
}

const TAKEN = {
  study_groups: 'Another study group of this trial has or had this name or label',
  sites: 'Another site of this trial has or had this name',
}

type Ended = { readonly at: string; readonly by: number; readonly reason: string }

/**
 * Stores the names that a save ends, so that participants randomised under them are shown with them and no other group
 * or site gets them.
 */
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

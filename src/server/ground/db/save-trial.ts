import type { Insertable, Updateable } from 'kysely'
import type { Schema } from './schema'
import { withRefusedPercent } from './stored-probability'
import type { Transaction } from './transaction'

/** A child with its id, or a new one. */
type Saved = { readonly id?: number | undefined }

type SavedSite = Saved & {
  readonly title: string
  readonly is_deleted: boolean
  readonly low_pack_level: number | null
  readonly max_participants: number | null
}
type SavedStudyGroup = Saved & {
  readonly name: string
  readonly label: string | null
  readonly weight: number
  readonly factorial_level: number | null
  readonly max_participants: number | null
  /** Whether it gets no more participants because it has as many as its cap allows. */
  readonly is_closed_at_cap?: boolean
}
type SavedStratum = Saved & {
  readonly name: string
  readonly description: string | null
  readonly minimisation_weight: number
  readonly trial_stratum_options: readonly (Saved & {
    readonly name: string
    readonly max_participants: number | null
    readonly ratio: string | null
  })[]
}

export type SavedChildren = {
  readonly sites: readonly SavedSite[]
  readonly study_groups: readonly SavedStudyGroup[]
  readonly trial_strata: readonly SavedStratum[]
}

/** Stores a new trial with its children, all without ids, in the given order. Returns its id. */
export const insertTrial = async (
  transaction: Transaction,
  trial: Insertable<Schema['trials']>,
  children: SavedChildren,
): Promise<number> => {
  const { id } = await transaction
    .insertInto('trials')
    .values(withRefusedPercent(trial))
    .returning('id')
    .executeTakeFirstOrThrow()
  await saveChildren(transaction, id, children)
  return id
}

/**
 * Saves a trial's settings and children: children with an id are changed, those without are added in the given order, missing
 * groups, strata and options are removed, sites never. Increases the version, so that no process draws by a cached design. The
 * caller must hold the lock of the trial's row, and every id must be the trial's own.
 */
export const saveTrial = async (
  transaction: Transaction,
  trialId: number,
  settings: Updateable<Schema['trials']>,
  children: SavedChildren,
): Promise<void> => {
  await transaction
    .updateTable('trials')
    .set((trial) => ({ ...withRefusedPercent(settings), setup_version: trial('setup_version', '+', 1) }))
    .where('id', '=', trialId)
    .execute()
  await removeOthers(transaction, trialId, children)
  await saveChildren(transaction, trialId, children)
}

/** Sets the epoch that the next draws belong to. */
export const storeEpoch = async (transaction: Transaction, trialId: number, epoch: number): Promise<void> => {
  await transaction.updateTable('trials').set({ epoch }).where('id', '=', trialId).execute()
}

/** Closes groups that have all the participants that their caps allow. The caller must hold the lock of the trial's row. */
export const closeAtCap = async (transaction: Transaction, trialId: number, ids: readonly number[]): Promise<void> => {
  await transaction
    .updateTable('study_groups')
    .set({ is_closed_at_cap: true })
    .where('trial_id', '=', trialId)
    .where('id', 'in', [...ids, 0])
    .execute()
}

const saveChildren = async (transaction: Transaction, trialId: number, children: SavedChildren): Promise<void> => {
  for (const site of children.sites) await saveSite(transaction, trialId, site)
  for (const group of children.study_groups) await saveStudyGroup(transaction, trialId, group)
  for (const stratum of children.trial_strata) await saveStratum(transaction, trialId, stratum)
}

const saveSite = async (
  transaction: Transaction,
  trial_id: number,
  { id, title, is_deleted, low_pack_level, max_participants }: SavedSite,
): Promise<void> => {
  const site = { title, is_deleted, low_pack_level, max_participants }
  await (id === undefined
    ? transaction
        .insertInto('sites')
        .values({ ...site, trial_id })
        .execute()
    : transaction.updateTable('sites').set(site).where('id', '=', id).where('trial_id', '=', trial_id).execute())
}

const saveStudyGroup = async (
  transaction: Transaction,
  trial_id: number,
  { id, name, label, weight, factorial_level, max_participants, is_closed_at_cap = false }: SavedStudyGroup,
): Promise<void> => {
  const group = { name, label, weight, factorial_level, max_participants, is_closed_at_cap }
  await (id === undefined
    ? transaction
        .insertInto('study_groups')
        .values({ ...group, trial_id })
        .execute()
    : transaction
        .updateTable('study_groups')
        .set(group)
        .where('id', '=', id)
        .where('trial_id', '=', trial_id)
        .execute())
}

const saveStratum = async (
  transaction: Transaction,
  trial_id: number,
  { id, name, description, minimisation_weight, trial_stratum_options }: SavedStratum,
): Promise<void> => {
  const stratum = { name, description, minimisation_weight }
  const trial_stratum_id = id ?? (await insertStratum(transaction, { ...stratum, trial_id }))
  if (id !== undefined)
    await transaction
      .updateTable('trial_strata')
      .set(stratum)
      .where('id', '=', id)
      .where('trial_id', '=', trial_id)
      .execute()
  for (const option of trial_stratum_options) await saveOption(transaction, trial_stratum_id, option)
}

const insertStratum = async (
  transaction: Transaction,
  stratum: Insertable<Schema['trial_strata']>,
): Promise<number> => {
  const { id } = await transaction.insertInto('trial_strata').values(stratum).returning('id').executeTakeFirstOrThrow()
  return id
}

const saveOption = async (
  transaction: Transaction,
  trial_stratum_id: number,
  { id, name, max_participants, ratio }: SavedStratum['trial_stratum_options'][number],
): Promise<void> => {
  const options = transaction.updateTable('trial_stratum_options')
  await (id === undefined
    ? transaction
        .insertInto('trial_stratum_options')
        .values({ name, max_participants, ratio, trial_stratum_id })
        .execute()
    : options
        .set({ name, max_participants, ratio })
        .where('id', '=', id)
        .where('trial_stratum_id', '=', trial_stratum_id)
        .execute())
}

const removeOthers = async (
  transaction: Transaction,
  trialId: number,
  { study_groups, trial_strata }: SavedChildren,
): Promise<void> => {
  await transaction
    .deleteFrom('study_groups')
    .where('trial_id', '=', trialId)
    .where('id', 'not in', idsOf(study_groups))
    .execute()
  const options = trial_strata.flatMap(({ trial_stratum_options }) => trial_stratum_options)
  await transaction
    .deleteFrom('trial_stratum_options')
    .using('trial_strata')
    .whereRef('trial_strata.id', '=', 'trial_stratum_options.trial_stratum_id')
    .where('trial_strata.trial_id', '=', trialId)
    .where('trial_stratum_options.id', 'not in', idsOf(options))
    .execute()
  await transaction
    .deleteFrom('trial_strata')
    .where('trial_id', '=', trialId)
    .where('id', 'not in', idsOf(trial_strata))
    .execute()
}

/** With an id that no row has, since a list in SQL must not be empty. */
const idsOf = (children: readonly Saved[]): number[] => [0, ...children.flatMap(({ id }) => id ?? [])]

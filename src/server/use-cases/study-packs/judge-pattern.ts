import { invalidFields, type Refusal } from '#contract/errors'
import { accepted, refused, type Outcome } from '#domain/outcome'
import { can } from '#domain/people/permissions'
import { newStockPatterns } from '#domain/study-packs/stock-patterns'
import { isStockAction, type StudyPackAction } from '#domain/study-packs/study-pack-actions'
import { findUnallocatedPacks } from '../../ground/db/unallocated-packs'
import type { StudyPackRow } from '../../ground/db/study-packs'
import type { Transaction } from '../../ground/db/transaction'
import { findTrial } from '../../ground/db/trials'
import type { LockedPacks } from './lock-permitted-packs'

/** An action on locked packs, with their state after it, and the reason for its pattern, if one is given. */
type Change = {
  readonly locked: LockedPacks
  readonly action: StudyPackAction
  readonly after: readonly StudyPackRow[]
  readonly acknowledge_pattern: string | null
}

/**
 * Refuses people who see the groups of packs a change by which the stock would reveal them, until they give a reason.
 * Nobody else is asked: a refusal would reveal groups, and they cannot have chosen by them
 * (src/decisions/0044-patterns-by-what-is-done-to-packs.md).
 */
export const judgePattern = async (
  transaction: Transaction,
  { locked, action, after, acknowledge_pattern }: Change,
): Promise<Outcome<null, Refusal>> => {
  if (acknowledge_pattern !== null || !isStockAction(action)) return accepted(null)
  if (!can(locked.view.permission, 'viewGroupsOfPacks')) return accepted(null)
  const { study_groups = [] } = (await findTrial(transaction, locked.trial.id)) ?? {}
  const before = await findUnallocatedPacks(transaction, locked.trial.id)
  const changed = new Map(after.map((pack) => [pack.id, pack]))
  const patterns = newStockPatterns(
    {
      before,
      after: before.map((pack) => changed.get(pack.id) ?? pack),
      sites: [...new Set([...locked.packs, ...after].map(({ site_id }) => site_id))],
    },
    study_groups,
  )
  return patterns.length === 0 ? accepted(null) : refused(invalidFields({ acknowledge_pattern: patterns.join('; ') }))
}

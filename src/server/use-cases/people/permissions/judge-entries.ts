import type { Refusal } from '#contract/errors'
import type { RowFault } from '#contract/problem'
import { rowFaultOf } from '#contract/grant-refusals'
import type { PermissionEntry } from '#contract/user-permissions'
import { NO_SUCH_USER, type HeldPermission } from '#domain/people/granting'
import { accepted, type Outcome } from '#domain/outcome'
import type { Transaction } from '../../../ground/db/transaction'
import { findAuthoredTrials } from '../../../ground/db/allocation-lists'
import { findLivePermissions } from '../../../ground/db/user-permissions'
import { findUsers } from '../../../ground/db/users'
import type { Actor } from '../../call/call'
import { authoriseGranter, type GranterContext } from './authorise-granter'
import { permissionsAfter, judgedGrant, type JudgedGrant } from './store-grant'

type GrantContext = {
  granterContexts: ReadonlyMap<number | null, GranterContext>
  before: ReadonlyMap<number, readonly HeldPermission[]>
  /** The trials whose list somebody makes or made. */
  authored: ReadonlyMap<number, readonly number[]>
  /** The id for each new permission. */
  ids: readonly number[]
}

/** Judges entries, each after those above it. Skips entries that are null because they cannot be read. */
export const judgeEntries = (
  facts: { now: string; request_id: string },
  entries: readonly (PermissionEntry | null)[],
  { granterContexts, before, authored, ids }: GrantContext,
) => {
  const after = new Map(before)
  const grants: (JudgedGrant & { user_id: number })[] = []
  const faults: RowFault[] = []
  for (const [index, entry] of entries.entries()) {
    if (entry === null) continue
    const { user_id, force_update, ...requested } = entry
    const granterContext = granterContexts.get(requested.trial_id)
    const permissions = after.get(user_id)
    if (!granterContext || !permissions) {
      faults.push({ row: index + 1, column: 'user_id', message: NO_SUCH_USER })
      continue
    }
    const authored_trials = authored.get(user_id) ?? []
    const grant = { ...granterContext, user_id, requested, current: null, authored_trials, force_update }
    const judged = judgedGrant(facts, grant, permissions, ids[index] ?? 0)
    if (judged.ok) {
      grants.push({ ...judged.value, user_id })
      after.set(user_id, permissionsAfter(permissions, judged.value))
    } else faults.push(rowFaultOf(index + 1, judged.refusal))
  }
  return { grants, faults, after }
}

/** Finds the faults in the entries of a list for a caller who may grant in every trial that it names. Changes nothing. */
export const judgeList = async (
  transaction: Transaction,
  { actor, ...facts }: { actor: Actor; now: string; request_id: string },
  entries: readonly (PermissionEntry | null)[],
): Promise<Outcome<RowFault[], Refusal>> => {
  const readable = entries.filter((entry) => entry !== null)
  const granterContexts = await authoriseForAll(transaction, actor, readable)
  if (!granterContexts.ok) return granterContexts
  const before = await permissionsOfPeople(transaction, await peopleOf(transaction, readable))
  const authored = await findAuthoredTrials(transaction, [...before.keys()])
  // Nothing is stored, so the ids need only differ.
  const ids = entries.map((_, index) => -1 - index)
  return accepted(
    judgeEntries(facts, entries, { granterContexts: granterContexts.value, before, authored, ids }).faults,
  )
}

/** Checks the caller's right in every trial that the list names, in order, and in the system where a row names none. */
export const authoriseForAll = async (
  transaction: Transaction,
  actor: Actor,
  entries: readonly PermissionEntry[],
): Promise<Outcome<ReadonlyMap<number | null, GranterContext>, Refusal>> => {
  const granterContexts = new Map<number | null, GranterContext>()
  const named = [...new Set(entries.map(({ trial_id }) => trial_id))].sort((a, b) => (a ?? 0) - (b ?? 0))
  for (const trialId of named) {
    const granterContext = await authoriseGranter(transaction, actor, trialId)
    if (!granterContext.ok) return granterContext
    granterContexts.set(trialId, granterContext.value)
  }
  return accepted(granterContexts)
}

/** The named people who exist. */
export const peopleOf = async (transaction: Transaction, entries: readonly PermissionEntry[]) =>
  findUsers(transaction, [...new Set(entries.map(({ user_id }) => user_id))])

/** The permissions of each of these people, by their id. */
export const permissionsOfPeople = async (
  transaction: Transaction,
  people: readonly { id: number }[],
): Promise<ReadonlyMap<number, readonly HeldPermission[]>> => {
  const permissions = new Map<number, HeldPermission[]>(people.map(({ id }) => [id, []]))
  for (const permission of await findLivePermissions(transaction, [...permissions.keys()]))
    permissions.get(permission.user_id)?.push(permission)
  return permissions
}

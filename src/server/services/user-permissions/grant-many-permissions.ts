import { invalidRows, type Refusal, type RowFault } from '#contract/errors'
import { rowFaultOf } from '#contract/grant-refusals'
import {
  permissionEntry,
  type PermissionEntry,
  type grantManyPermissions as endpoint,
} from '#contract/user-permissions'
import { NO_SUCH_USER, type HeldPermission } from '#domain/granting'
import { accepted, refused, type Outcome } from '#domain/outcome'
import * as v from 'valibot'
import { appendAudits } from '../../db/audit-log'
import type { Transaction } from '../../db/transaction'
import { findLivePermissions, reservePermissionIds } from '../../db/user-permissions'
import { findUsers } from '../../db/users'
import type { Actor, ListHandler } from '../../http/call'
import { needFreshSignIn } from '../session/fresh-sign-in'
import { answerPermissions } from './answer-permission'
import { authoriseGranter, inPermissionTurn, isOfSystem, type Place } from './authorise-granter'
import { resetNotifications } from '../trial-notifications/reset-notifications'
import { heldAfter, judgedGrant, writeGrants, type JudgedGrant } from './store-grant'
import { tellOfAccess } from './tell-of-access'

/** Gives many permissions one after the other, all or none; a refusal names every row at fault. */
export const grantManyPermissions: ListHandler<typeof endpoint> = {
  perform: async ({ body, portal, request_id, ...call }, transaction) => {
    const actor = await inPermissionTurn(transaction, call.actor)
    const places = await authoriseForAll(transaction, actor, body)
    if (!places.ok) return places
    const fresh = needFreshSignIn(call, body.some(isOfSystem))
    if (!fresh.ok) return fresh
    const facts = { now: portal.now(), request_id }
    const people = await peopleOf(transaction, body)
    const before = await holdingsOf(transaction, people)
    const ids = await reservePermissionIds(transaction, body.length)
    const { given, faults, after } = judgeEntries(facts, body, { places: places.value, before, ids })
    if (faults.length > 0) return refused(invalidRows(faults))
    await writeGrants(transaction, facts.now, given)
    const held = people.map(({ id, name }) => ({
      user_id: id,
      name,
      before: before.get(id) ?? [],
      after: after.get(id) ?? [],
    }))
    await tellOfAccess(transaction, portal, { by: actor.name, at: facts.now }, held)
    await appendAudits(
      transaction,
      given.flatMap(({ entries }) => entries),
    )
    const [place] = places.value.values()
    if (place) await resetNotifications(transaction, { ...facts, granter: place.granter }, held)
    return accepted({
      user_permissions: given.map(({ permission }) => permission.id),
      also: given.flatMap(({ also }) => also.map(({ id }) => id)),
    })
  },

  judgeRows: async ({ portal, request_id, actor }, rows, transaction) => {
    const read = rows.map((row) => v.safeParse(permissionEntry, row))
    const entries = read.map((row) => (row.success ? row.output : null))
    const readable = entries.filter((entry) => entry !== null)
    const places = await authoriseForAll(transaction, actor, readable)
    if (!places.ok) return places
    const before = await holdingsOf(transaction, await peopleOf(transaction, readable))
    // Nothing is stored, so the numbers need only differ.
    const ids = entries.map((_, index) => -1 - index)
    const facts = { now: portal.now(), request_id }
    return accepted(judgeEntries(facts, entries, { places: places.value, before, ids }).faults)
  },

  answer: async (call, transaction, rows) => {
    const shown = await answerPermissions(call, transaction, rows)
    return shown.ok ? accepted({ data: shown.value }) : shown
  },
}

type Standing = {
  places: ReadonlyMap<number | null, Place>
  before: ReadonlyMap<number, readonly HeldPermission[]>
  /** The number that each new permission gets. */
  ids: readonly number[]
}

/** What the entries come to, each judged with those above it; one that cannot be read is null, and passed over. */
const judgeEntries = (
  facts: { now: string; request_id: string },
  entries: readonly (PermissionEntry | null)[],
  { places, before, ids }: Standing,
) => {
  const after = new Map(before)
  const given: (JudgedGrant & { user_id: number })[] = []
  const faults: RowFault[] = []
  for (const [index, entry] of entries.entries()) {
    if (entry === null) continue
    const { user_id, force_update, ...asked } = entry
    const place = places.get(asked.trial_id)
    const holds = after.get(user_id)
    if (!place || !holds) {
      faults.push({ row: index + 1, column: 'user_id', message: NO_SUCH_USER })
      continue
    }
    const grant = { ...place, user_id, asked, held: null, force_update }
    const judged = judgedGrant(facts, grant, holds, ids[index] ?? 0)
    if (judged.ok) {
      given.push({ ...judged.value, user_id })
      after.set(user_id, heldAfter(holds, judged.value))
    } else faults.push(rowFaultOf(index + 1, judged.refusal))
  }
  return { given, faults, after }
}

/** The person's right in every trial that is named, in order, and in the system where a row names none. */
const authoriseForAll = async (
  transaction: Transaction,
  actor: Actor,
  entries: readonly PermissionEntry[],
): Promise<Outcome<ReadonlyMap<number | null, Place>, Refusal>> => {
  const places = new Map<number | null, Place>()
  const named = [...new Set(entries.map(({ trial_id }) => trial_id))].sort((a, b) => (a ?? 0) - (b ?? 0))
  for (const trialId of named) {
    const place = await authoriseGranter(transaction, actor, trialId)
    if (!place.ok) return place
    places.set(trialId, place.value)
  }
  return accepted(places)
}

/** Everybody who is named and is somebody. */
const peopleOf = async (transaction: Transaction, entries: readonly PermissionEntry[]) =>
  findUsers(transaction, [...new Set(entries.map(({ user_id }) => user_id))])

/** What each of these people holds, by his id. */
const holdingsOf = async (
  transaction: Transaction,
  people: readonly { id: number }[],
): Promise<ReadonlyMap<number, readonly HeldPermission[]>> => {
  const holdings = new Map<number, HeldPermission[]>(people.map(({ id }) => [id, []]))
  for (const held of await findLivePermissions(transaction, [...holdings.keys()]))
    holdings.get(held.user_id)?.push(held)
  return holdings
}

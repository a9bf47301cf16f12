import { invalidRows } from '#contract/errors'
import { permissionEntry, type grantManyPermissions as endpoint } from '#contract/user-permissions'
import { accepted, refused } from '#domain/outcome'
import * as v from 'valibot'
import { findAuthoredTrials } from '../../../ground/db/allocation-lists'
import { appendAudits } from '../../../ground/db/audit-log'
import { reservePermissionIds } from '../../../ground/db/user-permissions'
import type { ListHandler } from '../../call/call'
import { needFreshSignIn } from '../../call/fresh-sign-in'
import { answerPermissions } from './answer-permission'
import { lockPermissionsFor, isOfSystem } from './authorise-granter'
import { authoriseForAll, permissionsOfPeople, judgeEntries, judgeList, peopleOf } from './judge-entries'
import { resetNotifications } from '../notifications/reset-notifications'
import { writeGrants } from './store-grant'
import { notifyOfAccess } from './notify-of-access'

/** Grants many permissions one after the other, all or none; a refusal names every invalid row. */
export const grantManyPermissions: ListHandler<typeof endpoint> = {
  perform: async ({ body, context, request_id, ...call }, transaction) => {
    const present = await lockPermissionsFor(transaction, call.actor)
    if (!present.ok) return present
    const actor = present.value
    const granterContexts = await authoriseForAll(transaction, actor, body)
    if (!granterContexts.ok) return granterContexts
    const fresh = needFreshSignIn(call, body.some(isOfSystem))
    if (!fresh.ok) return fresh
    const facts = { now: context.now(), request_id }
    const people = await peopleOf(transaction, body)
    const before = await permissionsOfPeople(transaction, people)
    const authored = await findAuthoredTrials(transaction, [...before.keys()])
    const ids = await reservePermissionIds(transaction, body.length)
    const { grants, faults, after } = judgeEntries(facts, body, {
      granterContexts: granterContexts.value,
      before,
      authored,
      ids,
    })
    if (faults.length > 0) return refused(invalidRows(faults))
    await writeGrants(transaction, facts.now, grants)
    const permissionChanges = people.map(({ id, name }) => ({
      user_id: id,
      name,
      before: before.get(id) ?? [],
      after: after.get(id) ?? [],
    }))
    await notifyOfAccess(transaction, context, { by: actor.name, at: facts.now }, permissionChanges)
    await appendAudits(
      transaction,
      grants.flatMap(({ entries }) => entries),
    )
    const [granterContext] = granterContexts.value.values()
    if (granterContext)
      await resetNotifications(transaction, { ...facts, granter: granterContext.granter }, permissionChanges)
    return accepted({
      user_permissions: grants.map(({ permission }) => permission.id),
      also: grants.flatMap(({ also }) => also.map(({ id }) => id)),
    })
  },

  judgeRows: async ({ context, request_id, actor }, rows, transaction) => {
    const read = rows.map((row) => v.safeParse(permissionEntry, row))
    const entries = read.map((row) => (row.success ? row.output : null))
    return judgeList(transaction, { actor, now: context.now(), request_id }, entries)
  },

  answer: async (call, transaction, rows) => {
    const shown = await answerPermissions(call, transaction, rows)
    return shown.ok ? accepted({ data: shown.value }) : shown
  },
}

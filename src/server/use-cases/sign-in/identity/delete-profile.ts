import { refusal } from '#contract/errors'
import type { deleteProfile as endpoint } from '#contract/identity'
import { providerTitle } from '#domain/sign-in/identity'
import { accepted, refused } from '#domain/outcome'
import { auditEntry } from '../../../ground/audit/audit-entry'
import { appendAudit } from '../../../ground/db/audit-log'
import { endSessionsOfProfile } from '../../../ground/db/sessions'
import { endUserProfile, findProfileOfUser, findUserProfiles } from '../../../ground/db/user-profiles'
import { lockUser } from '../../../ground/db/users'
import type { WriteHandler } from '../../call/call'
import { queueToPerson } from '../../../ground/mail/queue-to-person'
import { lockPermissionsToManage } from '../../people/permissions/authorise-granter'
import { keepAdministrator } from '../../people/users/keep-administrator'
import { addressesOf, notifyOfSignIn } from '../../people/users/notify-of-sign-in'

/**
 * Ends an association and the sessions that began with it. An ended one stays unchanged. Refused for the last association of
 * the last system administrator.
 */
export const deleteProfile: WriteHandler<typeof endpoint> = {
  perform: async ({ actor, view, parameters: { user_id, profile_id }, context, now, request_id }, transaction) => {
    const allowed = await lockPermissionsToManage(transaction, actor)
    if (!allowed.ok) return allowed
    // A sign-in as this person waits for the lock, so no session begins with an association that is being ended.
    const person = await lockUser(transaction, user_id)
    const profile = person && (await findProfileOfUser(transaction, user_id, profile_id))
    if (!profile) return refused(refusal('not_found'))
    if (profile.ended_at !== null) return accepted({ user_profiles: [profile_id] })
    const associations = await findUserProfiles(transaction, [user_id])
    if (associations.length === 1) {
      const outcome = await keepAdministrator(transaction, user_id, now)
      if (!outcome.ok) return outcome
    }
    await endUserProfile(transaction, profile_id, now)
    const sessions = await endSessionsOfProfile(transaction, profile_id, now)
    const provider = providerTitle(profile.idp)
    for (const address of addressesOf(person, now))
      await queueToPerson(transaction, context, address, { kind: 'association_ended', at: now, provider })
    await notifyOfSignIn(transaction, context, { by: actor.name, at: now, person, change: 'association_ended' })
    await appendAudit(
      transaction,
      auditEntry({ actor, now, request_id }, view, {
        kind: 'association_ended',
        description: `User ${user_id} no longer associated with an account of ${provider}: ${person.name}`,
        changes: [
          { field: 'user_profile', old: profile_id, new: null },
          { field: 'sessions_ended', old: null, new: sessions.length },
        ],
      }),
    )
    return accepted({ user_profiles: [profile_id] })
  },
  answer: async () => accepted(undefined),
}

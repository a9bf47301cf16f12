import { refusal } from '#contract/errors'
import type { requestAssociation as endpoint } from '#contract/identity'
import { accepted, refused } from '#domain/outcome'
import { later } from '../../clock'
import { replaceAssociationToken } from '../../db/association-tokens'
import { appendAudit } from '../../db/audit-log'
import { holdUser } from '../../db/users'
import type { WriteHandler } from '../../http/call'
import { queueInvitation } from '../../mail/queue-to-person'
import { authoriseInSystem } from '../authorise'
import { accountFault } from '../session/authenticate'
import { hashOf, newSecret } from '../session/browser-secret'
import { INVITATION_LIFE } from './invitation-times'

/**
 * Sends a person the e-mail with the link by which he associates an account to sign in with. The link works once, for seven
 * days, and only its hash is kept; one sent before ends. Refuses for an account that may not be used.
 */
export const requestAssociation: WriteHandler<typeof endpoint> = {
  perform: async ({ actor, body: { user_id }, portal, now, request_id }, transaction) => {
    const permission = authoriseInSystem(actor, 'manageUsers')
    if (!permission.ok) return permission
    const person = await holdUser(transaction, user_id)
    if (!person) return refused(refusal('not_found'))
    if (accountFault(person, now) !== null) return refused(refusal('user_not_invitable'))
    const secret = newSecret(portal)
    const expires_at = later(now, INVITATION_LIFE)
    const token = { user_id, token_hash: hashOf(secret), created_at: now, expires_at }
    await replaceAssociationToken(transaction, token)
    await queueInvitation(transaction, portal, person, { at: now, by: actor.name, expires_at }, secret)
    await appendAudit(transaction, {
      kind: 'association_requested',
      description: `User ${user_id} was sent an invitation to associate an account: ${person.name}`,
      created_at: now,
      trial_id: null,
      user_id: actor.user_id,
      role: permission.value.role.title,
      changes: [],
      reason: null,
      request_id,
    })
    return accepted({ users: [user_id] })
  },
  answer: async () => accepted(undefined),
}

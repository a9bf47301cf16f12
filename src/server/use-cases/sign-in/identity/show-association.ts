import { refusal } from '#contract/errors'
import type { showAssociation as endpoint } from '#contract/identity'
import { accepted, refused } from '#domain/outcome'
import type { ReadHandler } from '../../call/call'
import { invitedPerson } from './invited-person'

/** The person of an invitation, to be welcomed by name; the invitation stays valid. */
export const showAssociation: ReadHandler<typeof endpoint> = async ({ context, query: { token }, now }) => {
  const person = await invitedPerson(context.database.queries, token, now)
  if (!person) return refused(refusal('association_token_invalid'))
  const { id, name, email } = person
  return accepted({ user: { id, name, email }, token })
}

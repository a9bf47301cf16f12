import type { getSystemPermission as endpoint } from '#contract/session'
import { accepted } from '#domain/outcome'
import { systemPermission } from '#domain/people/permissions'
import type { ReadHandler } from '../../call/call'

/** The person's permission in the system as a whole. */
export const getSystemPermission: ReadHandler<typeof endpoint> = async ({ actor }) =>
  accepted(systemPermission(actor.permissions))

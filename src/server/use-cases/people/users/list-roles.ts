import type { listRoles as endpoint } from '#contract/users'
import { accepted } from '#domain/outcome'
import { ROLES } from '#domain/people/permissions'
import type { ReadHandler } from '../../call/call'

/** Every role, in order of id. */
export const listRoles: ReadHandler<typeof endpoint> = async () => accepted({ data: [...ROLES] })

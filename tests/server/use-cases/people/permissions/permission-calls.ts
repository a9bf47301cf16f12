import { problem } from '#contract/problem'
import {
  changePermission,
  grantManyPermissions,
  grantPermission,
  listUserPermissions,
  type UserPermission,
} from '#contract/user-permissions'
import { ROLES, type Role } from '#domain/people/permissions'
import * as v from 'valibot'
import { ask, posted, type ApiResponse } from '../../../../support/ask'
import type { SignedIn } from '../../../../support/sign-in'
import type { TestPortal } from '../../../../support/portal'

type Headers = Record<string, string>

export const roleId = (title: Role['title']): number => ROLES.find((role) => role.title === title)?.id ?? 0

export const give = (
  who: SignedIn,
  userId: number,
  body: object,
  headers: Headers = {},
): Promise<ApiResponse<UserPermission>> =>
  ask(who, grantPermission.response, `users/${userId}/permissions`, posted(body, headers))

export const change = (
  who: SignedIn,
  userId: number,
  permissionId: number,
  body: object,
  headers: Headers = {},
): Promise<ApiResponse<UserPermission>> =>
  ask(who, changePermission.response, `users/${userId}/permissions/${permissionId}`, {
    ...posted(body, headers),
    method: 'PUT',
  })

/** The status, and the code of the refusal where it is one. */
export const end = async (who: SignedIn, userId: number, permissionId: number, headers: Headers = {}) => {
  const response = await who.fetch(`users/${userId}/permissions/${permissionId}`, { method: 'DELETE', headers })
  const text = await response.text()
  const replayed = response.headers.get('Idempotency-Replayed') === 'true'
  return { status: response.status, code: text === '' ? null : v.parse(problem, JSON.parse(text)).code, replayed }
}

export const giveMany = (who: SignedIn, entries: unknown, headers: Headers = {}) =>
  ask(who, grantManyPermissions.response, 'users/permissions', posted(entries, headers))

export const listed = (who: SignedIn, userId: number) =>
  ask(who, listUserPermissions.response, `users/${userId}/permissions`)

/** Status and code: they identify a refusal. */
export const saidOf = ({ status, problem: failure }: ApiResponse<unknown>) => [status, failure?.code ?? null]

/** Every stored permission, and the number of audit entries about permissions. */
export const everything = async ({ context }: TestPortal) => {
  const { queries } = context.database
  const permissions = await queries.selectFrom('user_permissions').selectAll().orderBy('id').execute()
  const entries = await queries.selectFrom('audit_log').select('id').where('kind', 'like', 'permission%').execute()
  return { permissions, entries: entries.length }
}

/** The present permissions of a person, in order of id. */
export const permissionsOf = ({ context }: TestPortal, userId: number) =>
  context.database.queries
    .selectFrom('user_permissions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .orderBy('id')
    .execute()

/** The latest audit entries about permissions, the last first. */
export const entriesOf = async ({ context }: TestPortal, count: number) =>
  context.database.queries
    .selectFrom('audit_log')
    .selectAll()
    .where('kind', 'like', 'permission%')
    .orderBy('id', 'desc')
    .limit(count)
    .execute()

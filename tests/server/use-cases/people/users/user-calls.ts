import type { Problem } from '#contract/problem'
import { broadcastMessage, countBroadcast } from '#contract/message-broadcast'
import { createUsers, extendUser, setUserActive, updateUser } from '#contract/user-accounts'
import { getUser } from '#contract/users'
import { ask, posted, type ApiResponse } from '../../../../support/ask'
import type { TestPortal } from '../../../../support/portal'
import type { SignedIn } from '../../../../support/sign-in'

type Headers = Record<string, string>

export const create = (who: SignedIn, body: unknown, headers: Headers = {}) =>
  ask(who, createUsers.response, 'users', posted(body, headers))

export const createMany = (who: SignedIn, body: unknown, headers: Headers = {}) =>
  ask(who, createUsers.response, 'users?insert_type=bulk', posted(body, headers))

export const update = (who: SignedIn, userId: number, body: unknown) =>
  ask(who, updateUser.response, `users/${userId}`, { ...posted(body), method: 'PUT' })

export const setActive = (
  who: SignedIn,
  userId: number,
  is_active: unknown,
  more: object = {},
  headers: Headers = {},
) => ask(who, setUserActive.response, `users/${userId}/active`, posted({ is_active, ...more }, headers))

export const extend = (who: SignedIn, userId: number, body: unknown = { is_expired: false }) =>
  ask(who, extendUser.response, `users/${userId}/expiry`, posted(body))

export const broadcast = (who: SignedIn, body: unknown, headers: Headers = {}) =>
  ask(who, broadcastMessage.response, 'users/message-broadcast', posted(body, headers))

export const counted = (who: SignedIn) => ask(who, countBroadcast.response, 'users/message-broadcast')

export const shown = (who: SignedIn, userId: number) => ask(who, getUser.response, `users/${userId}`)

/** The status, with the faults by field, or the code where there are none. */
export const refusalIn = ({
  status,
  problem,
}: ApiResponse<unknown>): [number, Problem['fields'] | string | undefined] => [
  status,
  Object.keys(problem?.fields ?? {}).length > 0 ? problem?.fields : problem?.code,
]

/** The entries of these kinds in the chain without a trial, without the values that differ at each run. */
export const entriesOf = async ({ database }: TestPortal, ...kinds: string[]) =>
  database.queries
    .selectFrom('audit_log')
    .select(['kind', 'user_id', 'role', 'trial_id', 'changes'])
    .where('kind', 'in', kinds)
    .orderBy('id')
    .execute()

export const headcount = async ({ database }: TestPortal): Promise<number> => {
  const users = await database.queries.selectFrom('users').select('id').execute()
  return users.length
}

import { api } from '#contract/api'
import type { SentQuery } from '#contract/endpoint'
import type { ListedUser } from '#contract/users'
import { call } from './browser-call'
import { answerOf, endpointQuery } from './endpoint-query'

/** One page of the users of the service. */
export const usersQuery = (query: SentQuery<typeof api.listUsers>) => endpointQuery(api.listUsers, { query })

export const userQuery = (userId: number) => endpointQuery(api.getUser, { parameters: { user_id: String(userId) } })

/** A user's permissions, as far as one looks after such. */
export const userPermissionsQuery = (userId: number) =>
  endpointQuery(api.listUserPermissions, { parameters: { user_id: String(userId) } })

/** To how many people a message to everybody would go now. */
export const broadcastCountQuery = endpointQuery(api.countBroadcast, {})

/** Every time zone that the service supports: it does not change while the page is open. */
export const timezonesQuery = { ...endpointQuery(api.listTimezones, {}), staleTime: Infinity }

/** Which addresses of a file other users have. */
export const usersPreviewQuery = (emails: readonly (string | null)[]) => ({
  queryKey: [api.previewUsers.path, emails],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    answerOf(await call(api.previewUsers, { body: { emails: [...emails] } }, { signal })),
  // Asked for again with each file: addresses are taken and given up meanwhile.
  gcTime: 0,
  meta: { isFailureShownInPlace: true },
})

/** What one is told of oneself, trial by trial. */
export const ownNotificationsQuery = endpointQuery(api.listOwnNotifications, {})

/** The present time in a zone, in the server's words. */
export const timeDisplayQuery = (tz: string) => ({
  queryKey: [api.displayTime.path, tz],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    answerOf(await call(api.displayTime, { body: { tz } }, { signal })),
  meta: { isFailureShownInPlace: true },
})

/** The most people that are invited in one go, and how many of them one request brings. */
const MOST_INVITED = 500
const INVITED_AT_A_TIME = 100

/**
 * The first of the users whom a search and filters leave, to be invited, and how many there are. Read once for each visit: whoever
 * was invited meanwhile stays in sight with what became of it.
 */
export const usersToInviteQuery = (filter: SentQuery<typeof api.listUsers>) => ({
  queryKey: ['users to invite', filter],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const byId = new Map<number, ListedUser>()
    for (let page = 1; ; page += 1) {
      const query = { ...filter, page: String(page), page_size: String(INVITED_AT_A_TIME) }
      // oxlint-disable-next-line no-await-in-loop -- Whether there is another page is known from this one.
      const { data, pages, total } = answerOf(await call(api.listUsers, { query }, { signal }))
      for (const user of data) byId.set(user.id, user)
      if (page >= pages || byId.size >= MOST_INVITED) return { users: [...byId.values()], total }
    }
  },
  staleTime: Infinity,
  gcTime: 0,
  meta: { isFailureShownInPlace: true },
})

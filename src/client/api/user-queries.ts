import { api } from '#contract/api'
import type { SentQuery } from '#contract/endpoint'
import type { ListedUser } from '#contract/users'
import { IMPORT_PREVIEW_OPTIONS } from './import-preview-options'
import { answerOf, endpointQuery, type QueryContext } from './endpoint-query'
import { callOf } from './query-client'

/** One page of the users of the service. */
export const usersQuery = (query: SentQuery<typeof api.listUsers>) => endpointQuery(api.listUsers, { query })

export const userQuery = (userId: number) => endpointQuery(api.getUser, { parameters: { user_id: String(userId) } })

/** A user's permissions, as far as the viewer manages them. */
export const userPermissionsQuery = (userId: number) =>
  endpointQuery(api.listUserPermissions, { parameters: { user_id: String(userId) } })

/** The present number of recipients of a message to everybody. */
export const broadcastCountQuery = endpointQuery(api.countBroadcast, {})

/** Every supported time zone, which does not change while the page is open. */
export const timezonesQuery = { ...endpointQuery(api.listTimezones, {}), staleTime: Infinity }

/** The addresses of a file that other users have. */
export const usersPreviewQuery = (emails: readonly (string | null)[]) => ({
  queryKey: [api.previewUsers.path, emails],
  queryFn: async ({ client, signal }: QueryContext) =>
    answerOf(await callOf(client)(api.previewUsers, { body: { emails: [...emails] } }, { signal })),
  ...IMPORT_PREVIEW_OPTIONS,
  meta: { isFailureShownInPlace: true },
})

/** One's own notifications, trial by trial. */
export const ownNotificationsQuery = endpointQuery(api.listOwnNotifications, {})

/** The present time in a zone, as the server writes it. */
export const timeDisplayQuery = (tz: string) => ({
  queryKey: [api.displayTime.path, tz],
  queryFn: async ({ client, signal }: QueryContext) =>
    answerOf(await callOf(client)(api.displayTime, { body: { tz } }, { signal })),
  meta: { isFailureShownInPlace: true },
})

/** The most people that are invited together, and how many of them one request reads. */
const MAX_INVITED = 500
const INVITED_AT_A_TIME = 100

/**
 * The first users of a search and filters, to be invited, and their number. Read once for each visit, so that invited people
 * stay on the screen with their result.
 */
export const usersToInviteQuery = (filter: SentQuery<typeof api.listUsers>) => ({
  queryKey: ['users to invite', filter],
  queryFn: async ({ client, signal }: QueryContext) => {
    const byId = new Map<number, ListedUser>()
    for (let page = 1; ; page += 1) {
      const query = { ...filter, page: String(page), page_size: String(INVITED_AT_A_TIME) }
      // oxlint-disable-next-line no-await-in-loop -- Whether there is another page is known from this one.
      const { data, pages, total } = answerOf(await callOf(client)(api.listUsers, { query }, { signal }))
      for (const user of data) byId.set(user.id, user)
      if (page >= pages || byId.size >= MAX_INVITED) return { users: [...byId.values()], total }
    }
  },
  staleTime: Infinity,
  gcTime: 0,
  meta: { isFailureShownInPlace: true },
})

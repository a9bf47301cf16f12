import { api } from '#contract/api'
import type { SentQuery } from '#contract/endpoint'
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

/** What one is told of oneself, trial by trial. */
export const ownNotificationsQuery = endpointQuery(api.listOwnNotifications, {})

/** The present time in a zone, in the server's words. */
export const timeDisplayQuery = (tz: string) => ({
  queryKey: [api.displayTime.path, tz],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    answerOf(await call(api.displayTime, { body: { tz } }, { signal })),
  meta: { isFailureShownInPlace: true },
})

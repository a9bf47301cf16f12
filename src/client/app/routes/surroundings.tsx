import {
  can,
  canInSystem,
  type EffectivePermission,
  type SystemCapability,
  type TrialCapability,
} from '#domain/people/permissions'
import { NOT_FOUND } from '#contract/errors-shown-first'
import type { QueryClient } from '@tanstack/react-query'
import { Outlet, createRootRouteWithContext, createRoute, redirect } from '@tanstack/react-router'
import * as v from 'valibot'
import { session, useSession } from '../../session/this-session'
import { deviceUnlock } from '../../device/unlock/device-unlock'
import { meQuery, systemPermissionQuery, trialPermissionQuery } from '../../api/session-queries'
import { paths } from '../../paths'
import { rememberAddress } from '../../session/return-address'
import { NotFound } from '../../api/not-found'
import { PageSkeleton } from '../../ui/page-skeleton'
import { Shell } from '../shell'

/** What a route may use to load: the cache of the signed-in person. */
type Context = { queryClient: QueryClient }

type PageQuery = Parameters<QueryClient['prefetchQuery']>[0]

/** A route that only surrounds pages, or redirects at once. */
export const LAYOUT = { crumb: null, parent: null, needsServer: null, keeps: [] } as const

/** The parameters of an address by their schemas; an address that does not fit is no page. */
export const addressParams = <const Fields extends v.ObjectEntries>(fields: Fields) => {
  const schema = v.object(fields)
  return {
    parse: (raw: Record<string, unknown>) => {
      const parsed = v.safeParse(schema, raw)
      return parsed.success && parsed.output
    },
  }
}

/**
 * Sends the queries of a page while its program is loaded and its parents wait for answers. Nothing waits for them
 * here, and the screen shows their failures. A page that is not drawn sends none.
 */
export const start = ({ queryClient }: Context, ...queries: PageQuery[]): void => {
  if (deviceUnlock.isWithheld.get()) return
  for (const query of queries)
    if (queryClient.getQueryState(query.queryKey)?.status !== 'error')
      void queryClient.prefetchQuery({ ...query, retry: false })
}

/** The same once the viewer's permission is known: other people's call would be refused, and the refusal recorded. */
export const startInTrial = (
  context: Context,
  trialId: number,
  capability: TrialCapability,
  ...queries: PageQuery[]
): void => void startAfter(context, trialPermissionQuery(trialId), (permission) => can(permission, capability), queries)

export const startInSystem = (context: Context, capability: SystemCapability, ...queries: PageQuery[]): void =>
  void startAfter(context, systemPermissionQuery, (permission) => canInSystem(permission, capability), queries)

const startAfter = async (
  context: Context,
  permissionQuery: typeof systemPermissionQuery | ReturnType<typeof trialPermissionQuery>,
  isAllowed: (permission: EffectivePermission) => boolean,
  queries: readonly PageQuery[],
): Promise<void> => {
  const { queryClient } = context
  const { queryKey } = permissionQuery
  if (deviceUnlock.isWithheld.get() || queryClient.getQueryState(queryKey)?.status === 'error') return
  await queryClient.prefetchQuery({ ...permissionQuery, retry: false })
  const permission = queryClient.getQueryData(queryKey)
  if (permission !== undefined && isAllowed(permission)) start(context, ...queries)
}

export const root = createRootRouteWithContext<Context>()({ staticData: LAYOUT, component: Shell })

/** Everything for signed-in people only; others go to the sign-in page and back. */
export const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  staticData: LAYOUT,
  beforeLoad: ({ location, matches, preload }) => {
    const state = session.state.get()
    if (state.session !== null) return
    if (!preload && state.ended !== 'signed_out') rememberAddress(sessionStorage, { location, matches }, state.last_sub)
    throw redirect(paths.signIn())
  },
  loader: ({ context }) => start(context, meQuery),
  // Once for each visit: the header follows it from then on.
  staleTime: Infinity,
  component: SignedIn,
})

export const nowhere = createRoute({
  getParentRoute: () => root,
  path: '$',
  staticData: { crumb: NOT_FOUND.message, parent: '/', needsServer: null, keeps: [] },
  component: NotFound,
})

/** Shows nothing between the end of a session and the next page. */
function SignedIn() {
  return useSession().session === null ? <PageSkeleton /> : <Outlet />
}

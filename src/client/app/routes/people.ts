import { idInAddress } from '#contract/fields'
import { NOT_FOUND } from '#contract/errors-shown-first'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { ownSessionsQuery } from '../../api/session-queries'
import { trialUsersQuery } from '../../api/trial-user-queries'
import {
  ownNotificationsQuery,
  timezonesQuery,
  userPermissionsQuery,
  userQuery,
  usersQuery,
} from '../../api/user-queries'
import { listedSearch } from '../../device/list-search'
import { NotFound } from '../../api/not-found'
import { inviteSearch, trialUsersSearch, usersSearch } from '../../subjects/people/people-search'
import { LAYOUT, addressParams, signedIn, start, startInSystem } from './surroundings'
import { aTrial, trial } from './trials'

export const trialUsers = createRoute({
  getParentRoute: () => trial,
  path: '/users',
  validateSearch: trialUsersSearch.validate,
  staticData: {
    crumb: 'User permissions',
    parent: '/trials/$trialId',
    needsServer: 'manageUsers',
    keeps: trialUsersSearch.keeps,
    tab: { label: 'User Permissions', needs: 'viewTrial' },
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) =>
    start(context, trialUsersQuery(params.trialId, listedSearch(trialUsersSearch, deps))),
  preload: false,
  component: lazyRouteComponent(() => import('../../subjects/people/of-trial/users-tab'), 'UsersTab'),
})

export const addTrialUser = createRoute({
  getParentRoute: () => aTrial,
  path: '/users/new',
  staticData: { crumb: 'Add user', parent: '/trials/$trialId/users', needsServer: 'manageUsers', keeps: [] },
  component: lazyRouteComponent(() => import('../../subjects/people/of-trial/add/add-user-screen'), 'AddUserScreen'),
})

export const importTrialUsers = createRoute({
  getParentRoute: () => aTrial,
  path: '/users/new/multiple',
  staticData: { crumb: 'Add multiple users', parent: '/trials/$trialId/users', needsServer: 'importUsers', keeps: [] },
  component: lazyRouteComponent(
    () => import('../../subjects/people/of-trial/import/import-trial-users-screen'),
    'ImportTrialUsersScreen',
  ),
})

export const users = createRoute({
  getParentRoute: () => signedIn,
  path: '/users',
  staticData: LAYOUT,
  component: lazyRouteComponent(() => import('../../subjects/people/users/users-layout'), 'UsersLayout'),
})

export const userList = createRoute({
  getParentRoute: () => users,
  path: '/',
  validateSearch: usersSearch.validate,
  staticData: { crumb: 'Users', parent: '/', needsServer: 'manageUsers', keeps: usersSearch.keeps },
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => startInSystem(context, 'manageUsers', usersQuery(listedSearch(usersSearch, deps))),
  preload: false,
  component: lazyRouteComponent(() => import('../../subjects/people/users/list/users-screen'), 'UsersScreen'),
})

export const newUser = createRoute({
  getParentRoute: () => users,
  path: '/new',
  staticData: { crumb: 'Create new user', parent: '/users', needsServer: 'manageUsers', keeps: [] },
  component: lazyRouteComponent(() => import('../../subjects/people/users/create/new-user-screen'), 'NewUserScreen'),
})

export const newUsers = createRoute({
  getParentRoute: () => users,
  path: '/new/multiple',
  staticData: { crumb: 'Create multiple users', parent: '/users', needsServer: 'importUsers', keeps: [] },
  component: lazyRouteComponent(
    () => import('../../subjects/people/users/import/import-users-screen'),
    'ImportUsersScreen',
  ),
})

export const inviteUsers = createRoute({
  getParentRoute: () => users,
  path: '/invite',
  validateSearch: inviteSearch.validate,
  staticData: { crumb: 'Invite users', parent: '/users', needsServer: 'manageUsers', keeps: inviteSearch.keeps },
  component: lazyRouteComponent(() => import('../../subjects/people/users/invite/invite-screen'), 'InviteScreen'),
})

export const broadcast = createRoute({
  getParentRoute: () => users,
  path: '/broadcast',
  staticData: { crumb: 'Message broadcast', parent: '/users', needsServer: 'broadcast', keeps: [] },
  component: lazyRouteComponent(
    () => import('../../subjects/people/users/broadcast/broadcast-screen'),
    'BroadcastScreen',
  ),
})

export const nowhereInUsers = createRoute({
  getParentRoute: () => users,
  path: '$',
  staticData: { crumb: NOT_FOUND.message, parent: '/users', needsServer: null, keeps: [] },
  component: NotFound,
})

export const aUser = createRoute({
  getParentRoute: () => users,
  path: '/$userId',
  params: addressParams({ userId: idInAddress }),
  staticData: LAYOUT,
  loader: ({ context, params }) => startInSystem(context, 'manageUsers', userQuery(params.userId)),
  preload: false,
})

export const nowhereInUser = createRoute({
  getParentRoute: () => aUser,
  path: '$',
  staticData: { crumb: NOT_FOUND.message, parent: '/users/$userId', needsServer: null, keeps: [] },
  component: NotFound,
})

export const user = createRoute({
  getParentRoute: () => aUser,
  path: '/',
  staticData: { crumb: ({ userId }) => `User ${userId}`, parent: '/users', needsServer: 'manageUsers', keeps: [] },
  component: lazyRouteComponent(() => import('../../subjects/people/users/detail/user-screen'), 'UserScreen'),
})

export const userPermissions = createRoute({
  getParentRoute: () => aUser,
  path: '/permissions',
  staticData: { crumb: 'Permissions', parent: '/users/$userId', needsServer: 'manageUsers', keeps: [] },
  loader: ({ context, params }) => startInSystem(context, 'manageUsers', userPermissionsQuery(params.userId)),
  preload: false,
  component: lazyRouteComponent(
    () => import('../../subjects/people/users/permissions/user-permissions-screen'),
    'UserPermissionsScreen',
  ),
})

export const userAuthentication = createRoute({
  getParentRoute: () => aUser,
  path: '/auth',
  staticData: { crumb: 'Authentication', parent: '/users/$userId', needsServer: 'manageUsers', keeps: [] },
  component: lazyRouteComponent(
    () => import('../../subjects/people/users/auth/user-authentication-screen'),
    'UserAuthenticationScreen',
  ),
})

export const profile = createRoute({
  getParentRoute: () => signedIn,
  path: '/user-profile',
  staticData: { crumb: 'User profile', parent: '/', needsServer: 'changeProfile', keeps: [] },
  loader: ({ context }) => start(context, ownSessionsQuery, ownNotificationsQuery, timezonesQuery),
  preload: false,
  component: lazyRouteComponent(() => import('../../subjects/people/profile/profile-screen'), 'ProfileScreen'),
})

export const timezones = createRoute({
  getParentRoute: () => signedIn,
  path: '/timezones',
  staticData: { crumb: 'Supported time zones', parent: '/', needsServer: null, keeps: [] },
  component: lazyRouteComponent(() => import('../../subjects/people/timezones/timezones-screen'), 'TimezonesScreen'),
})

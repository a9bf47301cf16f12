import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import * as v from 'valibot'
import { session } from '../../session/this-session'
import { paths } from '../../paths'
import { storeInvitation } from '../../session/pending-invitation'
import { associationSearch, returnSearch, signInSearch } from '../../subjects/sign-in/sign-in-search'
import { addressParams, root } from './surroundings'

export const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: signInSearch.validate,
  staticData: { crumb: 'Sign in', parent: '/', needsServer: null, keeps: [] },
  beforeLoad: () => {
    if (session.state.get().session !== null) throw redirect(paths.home())
  },
  component: lazyRouteComponent(() => import('../../subjects/sign-in/sign-in-screen'), 'SignInScreen'),
})

/** The secret of an invitation moves from the address to this tab's storage before anything is shown. */
export const idpAssociation = createRoute({
  getParentRoute: () => root,
  path: '/idp-association',
  validateSearch: associationSearch.validate,
  staticData: { crumb: 'Invitation', parent: '/', needsServer: null, keeps: [] },
  beforeLoad: ({ search, preload }) => {
    if (search.token === undefined || preload) return
    storeInvitation(sessionStorage, { token: search.token, user_id: null })
    throw redirect({ ...paths.idpAssociation(), search: {}, replace: true })
  },
  component: lazyRouteComponent(
    () => import('../../subjects/sign-in/association/association-screen'),
    'AssociationScreen',
  ),
})

export const ltiCreation = createRoute({
  getParentRoute: () => root,
  path: '/lti-creation',
  staticData: { crumb: 'Create external identity', parent: '/idp-association', needsServer: null, keeps: [] },
  component: lazyRouteComponent(() => import('../../subjects/sign-in/creation/creation-screen'), 'CreationScreen'),
})

/** `/{university}-sso-return` and the like: the names are settings of the installation. */
export const signInReturn = createRoute({
  getParentRoute: () => root,
  path: '/$returnName',
  params: addressParams({ returnName: v.pipe(v.string(), v.endsWith('-return')) }),
  validateSearch: returnSearch.validate,
  staticData: { crumb: 'Sign in', parent: '/', needsServer: null, keeps: [] },
  component: lazyRouteComponent(() => import('../../subjects/sign-in/return-screen'), 'ReturnScreen'),
})

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { root, signedIn } from './surroundings'

/** Also for signed-out people, and offline. */
export const diagnostics = createRoute({
  getParentRoute: () => root,
  path: '/diagnostics',
  staticData: { crumb: 'About this device', parent: '/', needsServer: null, keeps: [] },
  component: lazyRouteComponent(
    () => import('../../subjects/this-device/diagnostics/diagnostics-screen'),
    'DiagnosticsScreen',
  ),
})

export const outbox = createRoute({
  getParentRoute: () => signedIn,
  path: '/outbox',
  staticData: { crumb: 'Outbox', parent: '/', needsServer: null, keeps: [] },
  component: lazyRouteComponent(() => import('../../subjects/this-device/outbox/outbox-screen'), 'OutboxScreen'),
})

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { signedIn } from './surroundings'

export const status = createRoute({
  getParentRoute: () => signedIn,
  path: '/status',
  staticData: { crumb: 'Status', parent: '/', needsServer: 'viewStatus', keeps: [] },
  component: lazyRouteComponent(() => import('../../subjects/status/status-screen'), 'StatusScreen'),
})

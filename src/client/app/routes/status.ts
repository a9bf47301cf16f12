import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { writtenNoticesQuery } from '../../api/notice-queries'
import { serviceStatusQuery } from '../../api/service-status-queries'
import { signedIn, startInSystem } from './surroundings'

export const status = createRoute({
  getParentRoute: () => signedIn,
  path: '/status',
  staticData: { crumb: 'Status', parent: '/', needsServer: 'viewStatus', keeps: [] },
  loader: ({ context }) => {
    startInSystem(context, 'viewServiceStatus', serviceStatusQuery)
    startInSystem(context, 'manageNotices', writtenNoticesQuery)
  },
  preload: false,
  component: lazyRouteComponent(() => import('../../subjects/status/status-screen'), 'StatusScreen'),
})

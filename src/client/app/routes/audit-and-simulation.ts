import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { auditLogsQuery } from '../../api/audit-queries'
import { listedSearch } from '../../device/list-search'
import { auditSearch } from '../../subjects/audit/audit-search'
import { simulationSearch } from '../../subjects/simulation/simulation-search'
import { signedIn, startInSystem } from './surroundings'

export const auditLogs = createRoute({
  getParentRoute: () => signedIn,
  path: '/audit-logs',
  validateSearch: auditSearch.validate,
  staticData: { crumb: 'Auditing', parent: '/', needsServer: 'viewAuditLog', keeps: auditSearch.keeps },
  loaderDeps: ({ search: { open: _open, ...query } }) => query,
  loader: ({ context, deps }) =>
    startInSystem(context, 'viewAuditLogs', auditLogsQuery(listedSearch(auditSearch, deps))),
  preload: false,
  component: lazyRouteComponent(() => import('../../subjects/audit/audit-screen'), 'AuditScreen'),
})

export const simulation = createRoute({
  getParentRoute: () => signedIn,
  path: '/simulation',
  validateSearch: simulationSearch.validate,
  staticData: { crumb: 'Simulation', parent: '/', needsServer: 'simulate', keeps: simulationSearch.keeps },
  component: lazyRouteComponent(() => import('../../subjects/simulation/simulation-screen'), 'SimulationScreen'),
})

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { messagesQuery } from '../../api/report-queries'
import { listedSearch } from '../../device/list-search'
import { managementReportSearch, messagesSearch, trialReportSearch } from '../../subjects/reports/reports-search'
import { signedIn, startInTrial } from './surroundings'
import { aTrial, trial } from './trials'

export const reports = createRoute({
  getParentRoute: () => trial,
  path: '/reports',
  staticData: {
    crumb: 'Reports',
    parent: '/trials/$trialId',
    needsServer: 'makeReports',
    keeps: [],
    tab: { label: 'Reports', needs: 'viewReports' },
  },
  component: lazyRouteComponent(() => import('../../subjects/reports/of-trial/reports-tab'), 'ReportsTab'),
})

export const trialReport = createRoute({
  getParentRoute: () => aTrial,
  path: '/reports/view',
  validateSearch: trialReportSearch.validate,
  staticData: {
    crumb: 'Report',
    parent: '/trials/$trialId/reports',
    needsServer: 'makeReports',
    keeps: trialReportSearch.keeps,
  },
  component: lazyRouteComponent(
    () => import('../../subjects/reports/of-trial/trial-report-screen'),
    'TrialReportScreen',
  ),
})

export const messages = createRoute({
  getParentRoute: () => trial,
  path: '/messages',
  validateSearch: messagesSearch.validate,
  staticData: {
    crumb: 'Emails',
    parent: '/trials/$trialId',
    needsServer: 'viewMessages',
    keeps: messagesSearch.keeps,
    tab: { label: 'Emails', needs: 'viewMessages' },
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) =>
    startInTrial(
      context,
      params.trialId,
      'viewMessages',
      messagesQuery(params.trialId, listedSearch(messagesSearch, deps)),
    ),
  preload: false,
  component: lazyRouteComponent(() => import('../../subjects/reports/emails/messages-tab'), 'MessagesTab'),
})

export const systemReports = createRoute({
  getParentRoute: () => signedIn,
  path: '/reports',
  staticData: { crumb: 'Reports', parent: '/', needsServer: 'makeReports', keeps: [] },
  component: lazyRouteComponent(() => import('../../subjects/reports/screens/reports-screen'), 'ReportsScreen'),
})

export const managementReport = createRoute({
  getParentRoute: () => signedIn,
  path: '/reports/view',
  validateSearch: managementReportSearch.validate,
  staticData: {
    crumb: 'Management report',
    parent: '/reports',
    needsServer: 'makeReports',
    keeps: managementReportSearch.keeps,
  },
  component: lazyRouteComponent(
    () => import('../../subjects/reports/screens/management-report-screen'),
    'ManagementReportScreen',
  ),
})

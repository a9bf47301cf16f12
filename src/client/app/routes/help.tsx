import { createRoute, lazyRouteComponent, useMatch } from '@tanstack/react-router'
import { helpSearch } from '../../subjects/help/help-search'
import { root } from './surroundings'

/** Also for signed-out people, and offline. */
export const help = createRoute({
  getParentRoute: () => root,
  path: '/help',
  validateSearch: helpSearch.validate,
  staticData: { crumb: 'Help', parent: '/', needsServer: null, keeps: helpSearch.keeps },
  component: lazyRouteComponent(() => import('../../subjects/help/help-screen'), 'HelpScreen'),
})

export const helpPage = createRoute({
  getParentRoute: () => root,
  path: '/help/$name',
  staticData: { crumb: () => <PageName />, parent: '/help', needsServer: null, keeps: [] },
  loader: async ({ params }) => {
    const { loadHelpPage } = await import('../../subjects/help/load-help')
    return loadHelpPage(params.name)
  },
  staleTime: Infinity,
  component: lazyRouteComponent(() => import('../../subjects/help/help-page-screen'), 'HelpPageScreen'),
})

/** The title of the open page, once it is loaded. */
function PageName() {
  return useMatch({ from: '/help/$name', shouldThrow: false })?.loaderData?.title
}

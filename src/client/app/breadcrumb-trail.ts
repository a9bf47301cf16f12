import type { RegisteredRouter, StaticDataRouteOption } from '@tanstack/react-router'

type Step = Pick<StaticDataRouteOption, 'crumb' | 'parent'>
/** One step of the trail, and the address of its page; null for the page itself. */
export type TrailStep = { crumb: NonNullable<Step['crumb']>; to: Step['parent'] }

/** The trail from the home page to a page, which comes last. Home has none. */
export const breadcrumbTrail = (page: Step, routes: RegisteredRouter['routesByPath']): TrailStep[] =>
  page.parent === null ? [] : stepsTo(page, null, routes)

const stepsTo = (
  { crumb, parent }: Step,
  to: TrailStep['to'],
  routes: RegisteredRouter['routesByPath'],
): TrailStep[] => {
  const above = parent === null ? [] : stepsTo(routes[parent].options.staticData, parent, routes)
  return crumb === null ? above : [...above, { crumb, to }]
}

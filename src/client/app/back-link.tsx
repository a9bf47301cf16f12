import { Link, useParams, useRouter } from '@tanstack/react-router'
import { IconChevronLeft } from '@tabler/icons-react'
import { usePageFacts } from '../route-facts'
import { breadcrumbTrail } from './breadcrumb-trail'

/** An arrow back to the last step of the trail to a page of a trial; from a tab, to the trials. */
export function BackLink() {
  const { routesByPath } = useRouter()
  const ids = useParams({ strict: false })
  const page = usePageFacts()
  const trail = page === undefined ? [] : breadcrumbTrail(page, routesByPath)
  const steps = trail.filter(({ crumb, to }) => to !== null && typeof crumb === 'string')
  const step = (page?.tab === undefined ? steps : steps.filter(({ to }) => to === '/trials')).at(-1)
  if (step?.to === undefined || step.to === null) return null
  return (
    <nav aria-label="Breadcrumbs">
      <Link
        to={step.to}
        params={ids}
        aria-label={`Back to ${String(step.crumb)}`}
        title={`Back to ${String(step.crumb)}`}
        // Not active on a page below.
        activeOptions={{ exact: true }}
      >
        <IconChevronLeft size={22} aria-hidden="true" />
      </Link>
    </nav>
  )
}

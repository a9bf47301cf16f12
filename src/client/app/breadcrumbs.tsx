import { useMatch, useParams, useRouter } from '@tanstack/react-router'
import { usePageFacts } from '../route-facts'
import { TextLink } from '../ui/link-button'
import { breadcrumbTrail, type TrailStep } from './breadcrumb-trail'
import classes from './breadcrumbs.module.css'

/** The trail to the open page, on every page but home and those of a trial, whose bar has it. */
export function Breadcrumbs() {
  const { routesByPath } = useRouter()
  const page = usePageFacts()
  const isInTrial = useMatch({ from: '/signed-in/trials/$trialId', shouldThrow: false }) !== undefined
  const trail = page === undefined || isInTrial ? [] : breadcrumbTrail(page, routesByPath)
  if (trail.length === 0) return null
  return (
    <nav aria-label="Breadcrumbs" className="no-print">
      <ol className={classes['trail']}>
        {trail.map((step) => (
          <li
            key={step.to ?? 'here'}
            data-long={typeof step.crumb !== 'string' || undefined}
            aria-current={step.to === null ? 'page' : undefined}
          >
            <Step {...step} />
          </li>
        ))}
      </ol>
    </nav>
  )
}

function Step({ crumb, to }: TrailStep) {
  const ids = useParams({ strict: false })
  const label = typeof crumb === 'string' ? crumb : crumb(ids)
  return to === null ? (
    <span>{label}</span>
  ) : (
    <TextLink to={to} params activeOptions={{ exact: true }}>
      {label}
    </TextLink>
  )
}

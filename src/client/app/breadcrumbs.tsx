import { readStoredTrial } from '#contract/stored-answers'
import { useLocation } from '@tanstack/react-router'
import { trialQuery } from '../api/trial-queries'
import { useQueryOrStored } from '../device/offline/use-query-or-stored'
import { useSession } from '../session/use-session'
import { TextLink } from '../ui/link-button'
import { breadcrumbTrail, type Crumb } from './breadcrumb-trail'
import classes from './breadcrumbs.module.css'

/** The trail to the open page, on every page but home. */
export function Breadcrumbs() {
  const pathname = useLocation({ select: (location) => location.pathname })
  const trail = breadcrumbTrail(pathname)
  const { session } = useSession()
  if (trail.length === 0) return null
  return (
    <nav aria-label="Breadcrumbs" className="no-print">
      <ol className={classes['trail']}>
        {trail.map((crumb, index) => (
          <li
            key={crumb.link?.to ?? 'here'}
            data-long={'trial_id' in crumb || undefined}
            aria-current={index === trail.length - 1 ? 'page' : undefined}
          >
            {'trial_id' in crumb && session === null ? null : (
              <Step crumb={crumb} isLast={index === trail.length - 1} />
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

function Step({ crumb, isLast }: { crumb: Crumb; isLast: boolean }) {
  if ('trial_id' in crumb) return <TrialStep crumb={crumb} isLast={isLast} />
  return crumb.link === null ? <span>{crumb.label}</span> : <TextLink {...crumb.link}>{crumb.label}</TextLink>
}

function TrialStep({ crumb, isLast }: { crumb: Extract<Crumb, { trial_id: number }>; isLast: boolean }) {
  const { query, stored } = useQueryOrStored(trialQuery(crumb.trial_id), readStoredTrial)
  const title = query.data?.title ?? stored?.answer.title ?? `Trial ${crumb.trial_id}`
  return isLast ? <span>{title}</span> : <TextLink {...crumb.link}>{title}</TextLink>
}

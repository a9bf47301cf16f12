import { can } from '#domain/permissions'
import { Link } from '@tanstack/react-router'
import { paths } from '../../paths'
import { useTrialPage } from './trial-page'
import classes from './trial-tab-list.module.css'
import { TRIAL_TABS } from './trial-tabs'

/** The tabs that the viewer may open, as links. */
export function TrialTabList() {
  const { trial, permission } = useTrialPage()
  return (
    <nav aria-label="Trial" className={`${classes['tabs']} no-print`}>
      {TRIAL_TABS.filter(({ needs }) => can(permission, needs)).map(({ label, link }) => (
        <Link key={label} {...link(trial.id)} activeOptions={{ exact: link === paths.trial, includeSearch: false }}>
          {label}
        </Link>
      ))}
    </nav>
  )
}

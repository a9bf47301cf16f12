import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { paths } from '../../../paths'
import { useTrialPage } from './trial-page'
import classes from './trial-tab-list.module.css'
import { tabsOf } from './trial-tabs'

/** The tabs that the viewer may open, as links; where they do not all fit, the one that is open is scrolled to. */
export function TrialTabList() {
  const { trial, permission } = useTrialPage()
  return (
    <nav aria-label="Trial" className={`${classes['tabs']} no-print`}>
      {tabsOf(trial, permission).map(({ label, link }) => (
        <Link key={label} {...link(trial.id)} activeOptions={{ exact: link === paths.trial, includeSearch: false }}>
          {({ isActive }) => <TabLabel isOpen={isActive}>{label}</TabLabel>}
        </Link>
      ))}
    </nav>
  )
}

function TabLabel({ isOpen, children }: { isOpen: boolean; children: string }) {
  const label = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    // At once, without a motion that somebody may have asked to be spared.
    if (isOpen) label.current?.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
  }, [isOpen])
  return (
    <span ref={label} className={classes['label']}>
      {children}
    </span>
  )
}

import type { Trial } from '#contract/trials'
import type { EffectivePermission } from '#domain/people/permissions'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { paths } from '../../../paths'
import classes from './trial-tab-list.module.css'
import { useTrialTabs } from './trial-tabs'

type TrialTabListProps = { trial: Pick<Trial, 'id' | 'is_managing_packs'>; permission: EffectivePermission }

/** The tabs that the viewer may open, as links; where they do not all fit, the one that is open is scrolled to. */
export function TrialTabList({ trial, permission }: TrialTabListProps) {
  return (
    <nav aria-label="Trial" className={`${classes['tabs']} no-print`}>
      {useTrialTabs(trial, permission).map(({ label, to }) => (
        <Link key={to} to={to} params activeOptions={{ exact: to === paths.trial(trial.id).to, includeSearch: false }}>
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

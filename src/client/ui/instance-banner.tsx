import type { AppInstance } from '#contract/app-instance'
import { showsInstanceBanner } from '#domain/instance'
import { IconAlertTriangle } from '@tabler/icons-react'
import classes from './instance-banner.module.css'

/** The warning of every instance but production, across the top, in one line. */
export function InstanceBanner({ instance }: { instance: AppInstance }) {
  if (!showsInstanceBanner(instance.instance)) return null
  return (
    <aside className={classes['banner']} aria-label="Instance">
      <IconAlertTriangle size={18} aria-hidden="true" />
      <span>{NOT_FOR_REAL_PARTICIPANTS}</span>
    </aside>
  )
}

const NOT_FOR_REAL_PARTICIPANTS =
  'This is a non-production service only - randomisations should not be used with real participants'

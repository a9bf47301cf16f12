import type { AppInstance } from '#contract/app-instance'
import { NOT_FOR_REAL_PARTICIPANTS, showsInstanceBanner } from '#domain/instance'
import { IconAlertTriangle } from '@tabler/icons-react'
import classes from './instance-banner.module.css'

type InstanceBannerProps = {
  /** Undefined until it is known: the place of the warning is kept, so that nothing moves when it appears. */
  instance: Pick<AppInstance, 'instance'> | undefined
}

/** The warning of every instance but production, across the top. */
export function InstanceBanner({ instance }: InstanceBannerProps) {
  if (instance === undefined) return <div className={classes['banner']} data-empty aria-hidden="true" />
  if (!showsInstanceBanner(instance.instance)) return null
  return (
    <aside className={classes['banner']} aria-label="Instance">
      <IconAlertTriangle size={16} aria-hidden="true" />
      <span>{NOT_FOR_REAL_PARTICIPANTS}</span>
    </aside>
  )
}

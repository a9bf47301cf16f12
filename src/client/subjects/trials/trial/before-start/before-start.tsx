import { can } from '#domain/people/permissions'
import { mayChangeTrialStatus, PAUSED, STARTED } from '#domain/trials/trial-status'
import { Stack, type TitleOrder } from '@mantine/core'
import { useTrialPage } from '../trial-page'
import classes from './before-start.module.css'
import { DesignConfirmation } from './design-confirmation'
import { ReadyToStart, StillMissing } from './ready-to-start'

/**
 * What a trial still needs before it starts, for who may start it: what is missing, and the second person's confirmation. Once it
 * was started, what is missing still stands there.
 */
export function BeforeStart({ order }: { order: TitleOrder }) {
  const { trial, permission } = useTrialPage()
  if (!can(permission, 'changeTrialStatus')) return null
  const mayStart = mayChangeTrialStatus(trial.trial_status_id, STARTED)
  const isUnderWay = trial.trial_status_id === STARTED || trial.trial_status_id === PAUSED
  if (!mayStart && !isUnderWay) return null
  return (
    <Stack gap="lg" mb="xl" maw="60rem" className={`${classes['waiting']} no-print`}>
      {isUnderWay ? <StillMissing trialId={trial.id} /> : <ReadyToStart trialId={trial.id} order={order} isLeading />}
      {mayStart && trial.is_design_checked === true && <DesignConfirmation trial={trial} permission={permission} />}
    </Stack>
  )
}

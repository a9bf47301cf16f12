import { can } from '#domain/people/permissions'
import { isRunningStatus, mayChangeTrialStatus, STARTED } from '#domain/trials/trial-status'
import { Stack, type TitleOrder } from '@mantine/core'
import { useTrialPage } from '../trial-page'
import classes from './before-start.module.css'
import { DesignConfirmation } from './design-confirmation'
import { ReadyToStart, StillMissing } from './ready-to-start'

/**
 * The remaining steps before a trial starts, for people who may start it: missing things, and the second person's
 * confirmation. After the start, missing things are still shown.
 */
export function BeforeStart({ order }: { order: TitleOrder }) {
  const { trial, permission } = useTrialPage()
  if (!can(permission, 'changeTrialStatus')) return null
  const mayStart = mayChangeTrialStatus(trial.trial_status_id, STARTED)
  const isUnderWay = isRunningStatus(trial.trial_status_id)
  if (!mayStart && !isUnderWay) return null
  return (
    <Stack gap="lg" mb="xl" maw="60rem" className={`${classes['waiting']} no-print`}>
      {isUnderWay ? <StillMissing trialId={trial.id} /> : <ReadyToStart trialId={trial.id} order={order} isLeading />}
      {mayStart && trial.is_design_checked === true && <DesignConfirmation trial={trial} permission={permission} />}
    </Stack>
  )
}

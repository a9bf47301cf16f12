import { can } from '#domain/people/permissions'
import { mayChangeTrialStatus, PAUSED, STARTED } from '#domain/trials/trial-status'
import { Stack, type TitleOrder } from '@mantine/core'
import { useTrialPage } from '../trial-page'
import { DesignConfirmation } from './design-confirmation'
import { ReadyToStart, StillMissing } from './ready-to-start'

/**
 * What a trial still needs before it starts, for who may start it: what is missing, and the second person's confirmation. Once it
 * was started, what is missing still stands there.
 */
export function BeforeStart({ order }: { order: TitleOrder }) {
  const { trial, permission } = useTrialPage()
  const mayStart = mayChangeTrialStatus(trial.trial_status_id, STARTED) && can(permission, 'changeTrialStatus')
  if (isUnderWay(trial.trial_status_id) && can(permission, 'changeTrialStatus')) return <UnderWay trialId={trial.id} />
  if (!mayStart) return null
  return (
    <Stack gap="lg" mb="xl" className="no-print">
      <ReadyToStart trialId={trial.id} order={order} isLeading />
      {trial.is_design_checked === true && <DesignConfirmation trial={trial} permission={permission} />}
    </Stack>
  )
}

const isUnderWay = (statusId: number): boolean => statusId === STARTED || statusId === PAUSED

function UnderWay({ trialId }: { trialId: number }) {
  return (
    <Stack mb="lg" maw="60rem" className="no-print">
      <StillMissing trialId={trialId} />
    </Stack>
  )
}

import { can } from '#domain/permissions'
import { mayChangeTrialStatus, STARTED } from '#domain/trial-status'
import { Stack, type TitleOrder } from '@mantine/core'
import { useTrialPage } from '../trial-page'
import { DesignConfirmation } from './design-confirmation'
import { ReadyToStart } from './ready-to-start'

/** What a trial still needs before it starts, for who may start it: what is missing, and the second person's confirmation. */
export function BeforeStart({ order }: { order: TitleOrder }) {
  const { trial, permission } = useTrialPage()
  const mayStart = mayChangeTrialStatus(trial.trial_status_id, STARTED) && can(permission, 'changeTrialStatus')
  if (!mayStart) return null
  return (
    <Stack gap="lg" mb="xl" className="no-print">
      <ReadyToStart trialId={trial.id} order={order} />
      {trial.is_design_checked === true && <DesignConfirmation trial={trial} permission={permission} />}
    </Stack>
  )
}

import { can } from '#domain/people/permissions'
import { isByList } from '#domain/trials/trial-methods'
import { IconChartHistogram } from '@tabler/icons-react'
import { paths } from '../../../paths'
import { LinkButton } from '../../../ui/link-button'
import { useTrialPage } from './trial-page'

/** Leads to the simulation of this trial's design, for those who may see the design whole. A list is not simulated. */
export function SimulateLink() {
  const { trial, permission } = useTrialPage()
  if (!can(permission, 'viewBlockSizes') || isByList(trial)) return null
  return (
    <LinkButton
      {...paths.simulateTrial(trial.id)}
      variant="default"
      leftSection={<IconChartHistogram size={20} aria-hidden="true" />}
    >
      Simulate this design
    </LinkButton>
  )
}

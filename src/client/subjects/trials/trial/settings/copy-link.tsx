import { can, canInSystem } from '#domain/people/permissions'
import { useQuery } from '@tanstack/react-query'
import { IconCopy } from '@tabler/icons-react'
import { systemPermissionQuery } from '../../../../api/session-queries'
import { LinkButton } from '../../../../ui/link-button'
import { copyPath } from '../../form/copy-address'
import { useTrialPage } from '../trial-page'

/** Leads to a new trial with this design, for whoever may create trials and sees all of this one. */
export function CopyLink() {
  const { trial, permission } = useTrialPage()
  const system = useQuery(systemPermissionQuery)
  if (system.data === undefined || !canInSystem(system.data, 'createTrial')) return null
  if (!can(permission, 'viewBlockSizes')) return null
  return (
    <LinkButton {...copyPath(trial.id)} variant="default" leftSection={<IconCopy size={20} aria-hidden="true" />}>
      Copy as a new trial
    </LinkButton>
  )
}

import { can } from '#domain/people/permissions'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDeviceTv } from '@tabler/icons-react'
import { ActionDialog } from '../../../../action/action-dialog'
import { useTrialPage } from '../trial-page'
import { WallViewList } from './wall-view-list'

/** The page of links that show a trial's totals on a screen, for people who may make and end them. */
export function WallViews() {
  const { trial, permission } = useTrialPage()
  const [isOpen, { open, close }] = useDisclosure()
  if (!can(permission, 'manageWallViews')) return null
  return (
    <div className="no-print">
      <Button variant="default" leftSection={<IconDeviceTv size={20} aria-hidden="true" />} onClick={open}>
        Wall view
      </Button>
      <ActionDialog title="Wall view" size="lg" isOpen={isOpen} onClose={close}>
        <WallViewList trialId={trial.id} />
      </ActionDialog>
    </div>
  )
}

import { can } from '#domain/people/permissions'
import { ActionIcon, Button, Group, Menu } from '@mantine/core'
import { IconCheck, IconChevronDown, IconFileImport, IconListCheck, IconTags } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { paths } from '../../paths'
import { useIsWide } from '../../ui/use-is-wide'
import { LinkButton } from '../../ui/link-button'
import { useTrialAtHand } from '../trials/trial/trial-page'
import { DispenseLink } from './dispense-link'

const LABELS = 'Generate study pack labels'

type PackTabActionsProps = {
  /** Whether the packs come from the store of this device: then they can be dispensed, and nothing else. */
  isStored: boolean
  isManaging: boolean
  onManage: (isManaging: boolean) => void
}

/** The actions beside the search: managing several packs, import and labels, and dispensing where there is no dock. */
export function PackTabActions({ isStored, isManaging, onManage }: PackTabActionsProps) {
  const { trial, permission } = useTrialAtHand()
  const isWide = useIsWide()
  if (isStored) return isWide && <DispenseLink trialId={trial.id} permission={permission} />
  return (
    <>
      <Button
        variant={isManaging ? 'filled' : 'default'}
        leftSection={
          isManaging ? <IconCheck size={20} aria-hidden="true" /> : <IconListCheck size={20} aria-hidden="true" />
        }
        onClick={() => onManage(!isManaging)}
      >
        {isManaging ? 'Done' : 'Manage multiple packs'}
      </Button>
      {!isManaging && isWide && <DispenseLink trialId={trial.id} permission={permission} />}
      {!isManaging && <SupplyActions />}
    </>
  )
}

/** Import with the labels in its menu; the labels alone for people who may not import. */
function SupplyActions() {
  const { trial, permission } = useTrialAtHand()
  const navigate = useNavigate()
  const mayPrint = can(permission, 'printStudyPackLabels')
  if (!can(permission, 'importStudyPacks')) {
    return mayPrint ? (
      <LinkButton
        {...paths.labelGenerator(trial.id)}
        variant="default"
        leftSection={<IconTags size={20} aria-hidden="true" />}
      >
        {LABELS}
      </LinkButton>
    ) : null
  }
  return (
    <Group gap={2} wrap="nowrap" data-supply>
      <LinkButton {...paths.importStudyPacks(trial.id)} leftSection={<IconFileImport size={20} aria-hidden="true" />}>
        Import study packs
      </LinkButton>
      {mayPrint && (
        <Menu position="bottom-end" width="max-content" returnFocus>
          <Menu.Target>
            <ActionIcon variant="filled" aria-label="More ways to supply packs">
              <IconChevronDown size={20} aria-hidden="true" />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              leftSection={<IconTags size={20} aria-hidden="true" />}
              onClick={() => void navigate(paths.labelGenerator(trial.id))}
            >
              {LABELS}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </Group>
  )
}

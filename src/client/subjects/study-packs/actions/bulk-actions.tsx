import { STUDY_PACK_ACTIONS, type StudyPackAction } from '#domain/study-packs/study-pack-actions'
import type { StatusCounts } from '#domain/study-packs/study-pack-selection'
import { Button, Menu, Text } from '@mantine/core'
import { IconChevronUp } from '@tabler/icons-react'
import { useState } from 'react'
import { PartedButtons, PartedMenuItems } from '../../../ui/separated-actions'
import { useIsWide } from '../../../ui/use-is-wide'
import { isIrreversibleAction, reasonAgainstAction } from './offered-actions'
import { PACK_ACTION_PRESENTATION } from './pack-action-presentation'

/** The button of an action on several packs. */
export const bulkActionId = (name: StudyPackAction): string => `packs-action-${name}`

type BulkActionsProps = {
  counts: StatusCounts
  actions: readonly StudyPackAction[]
  isConfirmable: boolean
  onChoose: (action: StudyPackAction) => void
}

/** The menu of these actions on a narrow screen. */
export const BULK_MENU = 'packs-actions'

/**
 * A button for each action on the selected packs, enabled only where every one of them permits it; a disabled one says
 * why when pressed.
 */
export function BulkActions(props: BulkActionsProps) {
  return useIsWide() ? <BulkButtons {...props} /> : <BulkMenu {...props} />
}

function BulkButtons({ counts, actions, isConfirmable, onChoose }: BulkActionsProps) {
  const [chosen, setChosen] = useState<StudyPackAction | null>(null)
  const reasonAgainst = (name: StudyPackAction) => reasonAgainstAction(counts, name, { is_confirmable: isConfirmable })
  const chosenReason = chosen === null ? null : reasonAgainst(chosen)
  return (
    <>
      <PartedButtons actions={actions} isIrreversible={isIrreversibleAction}>
        {(name) => {
          const reason = reasonAgainst(name)
          const { label, isIrreversible } = STUDY_PACK_ACTIONS[name]
          const { icon: Icon } = PACK_ACTION_PRESENTATION[name]
          return (
            <Button
              key={name}
              id={bulkActionId(name)}
              variant={isIrreversible ? 'outline' : 'default'}
              {...(isIrreversible ? { color: 'red' } : {})}
              leftSection={<Icon size={20} aria-hidden="true" />}
              // Not `disabled`: it can still be reached, and says why it does nothing.
              {...(reason === null ? {} : { 'aria-disabled': true, 'data-disabled': true, 'aria-description': reason })}
              onClick={() => {
                setChosen(reason === null ? null : name)
                if (reason === null) onChoose(name)
              }}
            >
              {label}
            </Button>
          )
        }}
      </PartedButtons>
      <Text aria-live="polite" c="amber" size="sm">
        {chosen !== null && chosenReason !== null && `${STUDY_PACK_ACTIONS[chosen].label}: ${chosenReason}`}
      </Text>
    </>
  )
}

/** On a narrow screen the actions are in one menu, each impossible one with its reason below it. */
function BulkMenu({ counts, actions, isConfirmable, onChoose }: BulkActionsProps) {
  return (
    <Menu id={BULK_MENU} position="top-start" width="target" returnFocus>
      <Menu.Target>
        <Button fullWidth disabled={counts.size === 0} rightSection={<IconChevronUp size={18} aria-hidden="true" />}>
          Actions for all selected
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <PartedMenuItems actions={actions} isIrreversible={isIrreversibleAction}>
          {(name) => {
            const reason = reasonAgainstAction(counts, name, { is_confirmable: isConfirmable })
            const { label, isIrreversible } = STUDY_PACK_ACTIONS[name]
            const { icon: Icon } = PACK_ACTION_PRESENTATION[name]
            return (
              <Menu.Item
                key={name}
                disabled={reason !== null}
                {...(isIrreversible && reason === null ? { c: 'red' } : {})}
                leftSection={<Icon size={20} aria-hidden="true" />}
                onClick={() => onChoose(name)}
              >
                {label}
                {reason !== null && <Text size="sm">{reason}</Text>}
              </Menu.Item>
            )
          }}
        </PartedMenuItems>
      </Menu.Dropdown>
    </Menu>
  )
}

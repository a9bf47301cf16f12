import { STUDY_PACK_ACTIONS, type StudyPackAction } from '#domain/study-packs/study-pack-actions'
import type { StatusCounts } from '#domain/study-packs/study-pack-selection'
import { Button, Menu, Text } from '@mantine/core'
import { IconChevronUp } from '@tabler/icons-react'
import { useState } from 'react'
import { PartedButtons, PartedMenuItems } from '../../../ui/separated-actions'
import { useIsWide } from '../../../ui/use-is-wide'
import { isIrreversibleAction, whyNotAction } from './offered-actions'
import { PACK_ACTION_PRESENTATION } from './pack-action-presentation'

/** The button that an action on several packs was chosen with. */
export const bulkActionId = (name: StudyPackAction): string => `packs-action-${name}`

type BulkActionsProps = {
  counts: StatusCounts
  actions: readonly StudyPackAction[]
  isConfirmable: boolean
  onChoose: (action: StudyPackAction) => void
}

/** The menu of them on a narrow screen. */
export const BULK_MENU = 'packs-actions'

/** An action for all selected packs each, enabled only where every one of them permits it; pressing another says why not. */
export function BulkActions(props: BulkActionsProps) {
  return useIsWide() ? <BulkButtons {...props} /> : <BulkMenu {...props} />
}

function BulkButtons({ counts, actions, isConfirmable, onChoose }: BulkActionsProps) {
  const [chosen, setChosen] = useState<StudyPackAction | null>(null)
  const whyNot = (name: StudyPackAction) => whyNotAction(counts, name, { is_confirmable: isConfirmable })
  const reason = chosen === null ? null : whyNot(chosen)
  return (
    <>
      <PartedButtons actions={actions} isIrreversible={isIrreversibleAction}>
        {(name) => {
          const why = whyNot(name)
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
              {...(why === null ? {} : { 'aria-disabled': true, 'data-disabled': true, 'aria-description': why })}
              onClick={() => {
                setChosen(why === null ? null : name)
                if (why === null) onChoose(name)
              }}
            >
              {label}
            </Button>
          )
        }}
      </PartedButtons>
      <Text aria-live="polite" c="amber" size="sm">
        {chosen !== null && reason !== null && `${STUDY_PACK_ACTIONS[chosen].label}: ${reason}`}
      </Text>
    </>
  )
}

/** On a narrow screen they stand in one menu, each that is not possible with the reason below it. */
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
            const why = whyNotAction(counts, name, { is_confirmable: isConfirmable })
            const { label, isIrreversible } = STUDY_PACK_ACTIONS[name]
            const { icon: Icon } = PACK_ACTION_PRESENTATION[name]
            return (
              <Menu.Item
                key={name}
                disabled={why !== null}
                {...(isIrreversible && why === null ? { c: 'red' } : {})}
                leftSection={<Icon size={20} aria-hidden="true" />}
                onClick={() => onChoose(name)}
              >
                {label}
                {why !== null && <Text size="sm">{why}</Text>}
              </Menu.Item>
            )
          }}
        </PartedMenuItems>
      </Menu.Dropdown>
    </Menu>
  )
}

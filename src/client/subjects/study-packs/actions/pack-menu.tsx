import type { StudyPack } from '#contract/study-packs'
import type { EffectivePermission } from '#domain/people/permissions'
import { STUDY_PACK_ACTIONS, type StudyPackAction } from '#domain/study-packs/study-pack-actions'
import { waitingDispense } from '#offline/overlay'
import { Button, Menu, type ButtonProps } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useOutboxPart } from '../../../device/outbox/use-outbox'
import { PartedMenuItems } from '../../../ui/separated-actions'
import type { PackListProps } from '../list/pack-list-props'
import { isIrreversibleAction, offeredActions } from './offered-actions'
import { PACK_ACTION_PRESENTATION } from './pack-action-presentation'

type PackMenuProps = {
  pack: StudyPack
  permission: EffectivePermission
  onChoose: PackListProps['onChoose']
}

/** The menu, and with it the button to which the focus comes back when an action that was chosen here is over. */
export const packMenuId = (packId: number): string => `actions-of-pack-${packId}`

/**
 * What can be done about a pack as it stands, behind one button; nothing while its dispense waits to be sent. Until it is pressed there is the button alone: a list draws some
 * of them in every frame while it is scrolled.
 */
export function PackMenu(props: PackMenuProps) {
  const [isUsed, setIsUsed] = useState(false)
  const isDispensedHere = useOutboxPart(({ own }) => waitingDispense(props.pack.id, own) !== undefined)
  const actions = offeredActions(props.pack, props.permission)
  if (actions.length === 0 || isDispensedHere) return null
  if (isUsed) return <UsedMenu actions={actions} {...props} />
  return (
    <Button {...faceOf(props.pack)} aria-haspopup="menu" aria-expanded={false} onClick={() => setIsUsed(true)}>
      Actions
    </Button>
  )
}

/** The whole menu. It takes the place of a button that was pressed, so it takes its focus and its press too. */
function UsedMenu({ pack, actions, onChoose }: PackMenuProps & { actions: readonly StudyPackAction[] }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    button.current?.focus()
    button.current?.click()
  }, [])
  return (
    <Menu id={packMenuId(pack.id)} position="bottom-end" width="max-content" returnFocus>
      <Menu.Target>
        <Button {...faceOf(pack)} ref={button}>
          Actions
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <PartedMenuItems actions={actions} isIrreversible={isIrreversibleAction}>
          {(name) => {
            const { label, isIrreversible } = STUDY_PACK_ACTIONS[name]
            const { icon: Icon } = PACK_ACTION_PRESENTATION[name]
            return (
              <Menu.Item
                key={name}
                {...(isIrreversible ? { c: 'red' } : {})}
                leftSection={<Icon size={20} aria-hidden="true" />}
                onClick={() => onChoose(name, pack)}
              >
                {label}
              </Menu.Item>
            )
          }}
        </PartedMenuItems>
      </Menu.Dropdown>
    </Menu>
  )
}

const faceOf = ({ pack_id }: StudyPack) =>
  ({
    variant: 'default',
    'aria-label': `Actions: pack ${pack_id}`,
    px: 'sm',
    rightSection: <IconChevronDown size={18} aria-hidden="true" />,
  }) satisfies ButtonProps & { 'aria-label': string }

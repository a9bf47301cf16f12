import { STUDY_PACK_ACTIONS, type StudyPackAction } from '#domain/study-packs/study-pack-actions'
import { waitingDispense } from '#offline/overlay'
import { Button, Menu, type ButtonProps } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useEffect, useRef, useState, type ComponentPropsWithRef } from 'react'
import { useOutboxPart } from '../../../device/outbox/use-outbox'
import { PartedMenuItems } from '../../../ui/separated-actions'
import type { PackListProps } from '../list/pack-list-props'
import { isIrreversibleAction } from './offered-actions'
import { PACK_ACTION_PRESENTATION } from './pack-action-presentation'
import classes from './pack-menu.module.css'
import type { PackFromServerOrStore } from '../pack-from-server-or-store'

type PackMenuProps = {
  pack: PackFromServerOrStore
  actions: readonly StudyPackAction[]
  onChoose: PackListProps['onChoose']
}

/** The id of the menu's button, which gets the focus back after an action that was chosen here. */
export const packMenuId = (packId: number): string => `actions-of-pack-${packId}`

/**
 * The actions on a pack behind one button, beside the next step of a waiting pack; nothing while its dispense is
 * unsent. Until it is pressed only the button is drawn: a list draws some in every frame of scrolling.
 */
export function PackMenu(props: PackMenuProps) {
  const [isUsed, setIsUsed] = useState(false)
  const isDispensedHere = useOutboxPart(({ own }) => waitingDispense(props.pack.id, own) !== undefined)
  const { actions } = props
  if (actions.length === 0 || isDispensedHere) return null
  const isWaiting = actions.includes('dispense')
  const menu = isUsed ? (
    <UsedMenu isShort={isWaiting} {...props} />
  ) : (
    <MenuButton
      pack={props.pack}
      isShort={isWaiting}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setIsUsed(true)}
    />
  )
  if (!isWaiting) return menu
  const { pack, onChoose } = props
  return (
    <Button.Group className={classes['split']}>
      <Button
        variant="light"
        px="xs"
        aria-label={`${STUDY_PACK_ACTIONS.dispense.label} pack ${pack.pack_id}`}
        onClick={() => onChoose('dispense', pack)}
      >
        {STUDY_PACK_ACTIONS.dispense.label}
      </Button>
      {actions.length > 1 && menu}
    </Button.Group>
  )
}

type MenuButtonProps = Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> & {
  pack: PackFromServerOrStore
  /** An arrow alone, beside the button of the one next step. */
  isShort: boolean
}

function MenuButton({ pack: { pack_id }, isShort, ...button }: MenuButtonProps) {
  return (
    <Button
      variant={isShort ? 'light' : 'subtle'}
      px={isShort ? '0.8125rem' : 'xs'}
      aria-label={`Actions: pack ${pack_id}`}
      rightSection={isShort ? null : <IconChevronDown size={18} aria-hidden="true" />}
      {...button}
    >
      {isShort ? <IconChevronDown size={18} aria-hidden="true" /> : 'Actions'}
    </Button>
  )
}

type UsedMenuProps = PackMenuProps & { isShort: boolean }

/** The whole menu. It replaces a button that was pressed, so it takes over its focus and its press. */
function UsedMenu({ pack, actions, isShort, onChoose }: UsedMenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    button.current?.focus()
    button.current?.click()
  }, [])
  return (
    <Menu id={packMenuId(pack.id)} position="bottom-end" width="max-content" returnFocus>
      <Menu.Target>
        <MenuButton pack={pack} isShort={isShort} ref={button} />
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

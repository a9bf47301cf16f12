import type { StudyPack } from '#contract/study-packs'
import type { EffectivePermission } from '#domain/permissions'
import { STUDY_PACK_ACTIONS } from '#domain/study-pack'
import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { PackListProps } from '../list/pack-list-props'
import { offeredActions } from './offered-actions'
import { ACTION_FACES } from './pack-action-faces'

type PackMenuProps = {
  pack: StudyPack
  permission: EffectivePermission
  onChoose: PackListProps['onChoose']
}

/** The menu, and with it the button to which the focus comes back when an action that was chosen here is over. */
export const packMenuId = (packId: number): string => `actions-of-pack-${packId}`

/** What can be done about a pack as it stands, behind one button. */
export function PackMenu({ pack, permission, onChoose }: PackMenuProps) {
  const actions = offeredActions(pack, permission)
  if (actions.length === 0) return null
  return (
    <Menu id={packMenuId(pack.id)} position="bottom-end" width="max-content" returnFocus>
      <Menu.Target>
        <Button
          variant="default"
          aria-label={`Actions: pack ${pack.pack_id}`}
          px="sm"
          rightSection={<IconChevronDown size={18} aria-hidden="true" />}
        >
          Actions
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((name) => {
          const { label, isIrreversible } = STUDY_PACK_ACTIONS[name]
          const { icon: Icon } = ACTION_FACES[name]
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
        })}
      </Menu.Dropdown>
    </Menu>
  )
}

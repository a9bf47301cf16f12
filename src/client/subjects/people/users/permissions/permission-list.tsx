import type { UserPermission } from '#contract/user-permissions'
import { isWithinLevel, roleOfId } from '#domain/people/permissions'
import { Button, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconChevronDown, IconChevronUp, IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { systemPermissionQuery } from '../../../../api/session-queries'
import { BLINDING_WORDS } from '../../permission-form/permission-fields'
import { blindingOf } from '../../permission-form/permission-values'
import { Definitions } from '../../../../ui/definitions'
import { Instant } from '../../../../ui/instant'
import type { Column } from '../../../../ui/record-column'
import { RecordList } from '../../../../ui/record-list'

type PermissionListProps = {
  permissions: readonly UserPermission[]
  /** One's own permissions can only be changed by others. */
  isOwn: boolean
  onEdit: (permission: UserPermission) => void
  onRemove: (permission: UserPermission) => void
}

/** Permissions by role, trial and site; each unfolds to its details and actions. */
export function PermissionList({ permissions, isOwn, onEdit, onRemove }: PermissionListProps) {
  const { data: viewer } = useQuery(systemPermissionQuery)
  const [unfolded, setUnfolded] = useState<number | null>(null)
  const mayChange = ({ role_id }: UserPermission): boolean => {
    const role = roleOfId(role_id)
    return !isOwn && viewer !== undefined && role !== undefined && isWithinLevel(role, viewer)
  }
  return (
    <RecordList
      label="User permissions"
      rows={permissions}
      keyOf={({ id }) => id}
      columns={COLUMNS}
      renderActions={(permission) => (
        <UnfoldButton
          permission={permission}
          isUnfolded={permission.id === unfolded}
          onToggle={() => setUnfolded(permission.id === unfolded ? null : permission.id)}
        />
      )}
      renderDetail={(permission) =>
        permission.id === unfolded && (
          <Stack gap="md" py="sm" id={detailId(permission)}>
            <Definitions items={detailsOf(permission)} />
            {mayChange(permission) && (
              <Group gap="sm">
                <Button
                  variant="default"
                  leftSection={<IconPencil size={20} aria-hidden="true" />}
                  onClick={() => onEdit(permission)}
                >
                  Edit user permission
                </Button>
                <Button
                  variant="outline"
                  color="red"
                  leftSection={<IconTrash size={20} aria-hidden="true" />}
                  onClick={() => onRemove(permission)}
                >
                  Delete user permission
                </Button>
              </Group>
            )}
          </Stack>
        )
      }
    />
  )
}

const COLUMNS: readonly Column<UserPermission>[] = [
  { key: 'role', header: 'Role', cell: ({ role }) => role.title, inCard: 'title' },
  {
    key: 'trial',
    header: 'Trial',
    cell: (permission) => trialOf(permission),
    // A card has the site in the same line.
    inCard: {
      place: 'line',
      cell: (permission) => [trialOf(permission), permission.site?.title].filter(Boolean).join(', ') || 'Whole service',
    },
  },
  { key: 'site', header: 'Site', cell: ({ site }) => site?.title },
]

/** Trials may have the same title: the number tells them apart. */
const trialOf = ({ trial }: UserPermission): string | null => trial && `${trial.title} (${trial.id})`

const detailId = ({ id }: UserPermission): string => `permission-${id}`

const detailsOf = (permission: UserPermission) =>
  [
    ['Blinding level', BLINDING_WORDS[blindingOf(permission)].label],
    ['Delegated pack management', permission.has_study_packs_access ? 'Yes' : 'No'],
    ['Delegated unblind', permission.is_unblind_authorized ? 'Yes' : 'No'],
    ['Added at', <Instant key="at" at={permission.created_at} zone={null} />],
  ] as const

type UnfoldButtonProps = { permission: UserPermission; isUnfolded: boolean; onToggle: () => void }

function UnfoldButton({ permission, isUnfolded, onToggle }: UnfoldButtonProps) {
  const Icon = isUnfolded ? IconChevronUp : IconChevronDown
  const place = [trialOf(permission), permission.site?.title].filter(Boolean).join(', ')
  return (
    <Button
      variant="default"
      aria-expanded={isUnfolded}
      aria-controls={detailId(permission)}
      aria-label={`Details of ${permission.role.title}${place === '' ? '' : `, ${place}`}`}
      rightSection={<Icon size={20} aria-hidden="true" />}
      onClick={onToggle}
    >
      Details
    </Button>
  )
}

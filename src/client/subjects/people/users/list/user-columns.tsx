import type { ListedUser } from '#contract/users'
import { isSystemUser } from '#domain/people/permissions'
import { Group } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { paths } from '../../../../paths'
import type { Column } from '../../../../ui/record-column'
import { RecordLink } from '../../../../ui/record-link'
import { StatusBadge } from '../../../../ui/status-badge'
import { AccountBadge } from '../account-badge'
import { AssociationBadge } from '../association-badge'

/** The columns of users by which a person finds them. */
export const USER_COLUMNS: readonly Column<ListedUser>[] = [
  {
    key: 'id',
    header: 'ID',
    cell: ({ id }) => <span className="identifier">{id}</span>,
    inCard: 'title',
    isFigure: true,
    sorts: [
      { sort: 'id', order: 'asc', label: 'ID, ascending' },
      { sort: 'id', order: 'desc', label: 'ID, descending' },
    ],
  },
  {
    key: 'name',
    header: 'Name',
    cell: ({ id, name }) => <RecordLink {...paths.user(id)}>{name}</RecordLink>,
    inCard: 'title',
    sorts: [
      { sort: 'name', order: 'asc', label: 'Name, A to Z' },
      { sort: 'name', order: 'desc', label: 'Name, Z to A' },
    ],
  },
  {
    key: 'email',
    header: 'Email address',
    cell: ({ email }) => email,
    inCard: 'line',
    sorts: [
      { sort: 'email', order: 'asc', label: 'Email address, A to Z' },
      { sort: 'email', order: 'desc', label: 'Email address, Z to A' },
    ],
  },
  {
    key: 'association',
    header: 'IdP association',
    cell: (user) => <AssociationBadge user={user} />,
    inCard: 'line',
  },
  {
    key: 'account',
    header: 'Account',
    cell: (user) => (
      <Group gap="xs">
        <AccountBadge account={user} />
        {isSystemUser(user.max_level ?? 0) && (
          <StatusBadge tone="petrol" icon={IconShieldCheck}>
            System user
          </StatusBadge>
        )}
      </Group>
    ),
    inCard: 'beside',
  },
]

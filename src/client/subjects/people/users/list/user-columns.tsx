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

/** Users with what one finds them by. */
export const USER_COLUMNS: readonly Column<ListedUser>[] = [
  {
    key: 'id',
    header: 'ID',
    cell: ({ id }) => <span className="identifier">{id}</span>,
    inCard: 'title',
    isFigure: true,
  },
  {
    key: 'name',
    header: 'Name',
    cell: ({ id, name }) => <RecordLink {...paths.user(id)}>{name}</RecordLink>,
    inCard: 'title',
  },
  { key: 'email', header: 'Email address', cell: ({ email }) => email, inCard: 'line' },
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

import type { ListedUser } from '#contract/users'
import { isSystemUser } from '#domain/people/permissions'
import { Group, Stack, Text } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { paths } from '../../../../paths'
import { AccountBadge } from '../account-badge'
import { AssociationBadge } from '../association-badge'
import { TextLink } from '../../../../ui/link-button'
import { RecordList, type Column } from '../../../../ui/record-list'
import { StatusBadge } from '../../../../ui/status-badge'

/** Users with the fields by which one finds them. */
export function UserList({ users, isRefreshing }: { users: readonly ListedUser[]; isRefreshing: boolean }) {
  return (
    <RecordList
      label="Users"
      rows={users}
      keyOf={(user) => user.id}
      columns={COLUMNS}
      renderCard={(user) => <UserCard user={user} />}
      isBroad
      isRefreshing={isRefreshing}
    />
  )
}

const COLUMNS: Column<ListedUser>[] = [
  { header: 'ID', cell: (user) => <span className="identifier">{user.id}</span>, isFigure: true },
  { header: 'Name', cell: (user) => <NameLink user={user} /> },
  { header: 'Email address', cell: (user) => user.email },
  { header: 'IdP association', cell: (user) => <AssociationBadge user={user} /> },
  { header: 'Account', cell: (user) => <Marks user={user} /> },
]

function UserCard({ user }: { user: ListedUser }) {
  return (
    <Stack gap="xs">
      <Group gap="xs" wrap="nowrap" align="baseline">
        <span className="identifier">{user.id}</span>
        <NameLink user={user} />
      </Group>
      <Text>{user.email}</Text>
      <Group gap="xs">
        <AssociationBadge user={user} />
        <Marks user={user} />
      </Group>
    </Stack>
  )
}

function NameLink({ user }: { user: ListedUser }) {
  return (
    <TextLink {...paths.user(user.id)} fw={600} underline="hover" py="0.625rem" display="inline-block">
      {user.name}
    </TextLink>
  )
}

function Marks({ user }: { user: ListedUser }) {
  return (
    <Group gap="xs">
      <AccountBadge account={user} />
      {isSystemUser(user.max_level ?? 0) && (
        <StatusBadge tone="petrol" icon={IconShieldCheck}>
          System user
        </StatusBadge>
      )}
    </Group>
  )
}

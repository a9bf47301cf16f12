import type { TrialUser } from '#contract/trial-users'
import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { meQuery } from '../../../../api/session-queries'
import type { Column } from '../../../../ui/record-column'
import { RecordList } from '../../../../ui/record-list'
import { useTrialPage } from '../../../trials/trial/trial-page'
import { UserLink } from '../../../../record-links/user-link'
import { AccountBadge } from '../../users/account-badge'
import { ShownPermission } from './shown-permission'
import { UserMenu, type ChosenUser } from './user-menu'

type TrialUserListProps = { users: readonly TrialUser[]; onChoose: (chosen: ChosenUser) => void }

/** The users of a trial, each with all their permissions there. */
export function TrialUserList({ users, onChoose }: TrialUserListProps) {
  const { permission } = useTrialPage()
  const { data: me } = useQuery(meQuery)
  return (
    <RecordList
      label="Users of the trial"
      rows={users}
      keyOf={({ id }) => id}
      columns={trialUserColumns(me?.id, users)}
      renderActions={(user) => <UserMenu user={user} viewer={{ id: me?.id, permission }} onChoose={onChoose} />}
    />
  )
}

/** Whether a person can no longer sign in. Only people who manage the trial's users learn it. */
const isUnusable = ({ is_active = true, is_expired = false }: TrialUser): boolean => !is_active || is_expired

/** The users of a trial, for one of them by their id. Only accounts that cannot be used are marked: what is on every row is not read. */
export const trialUserColumns = (
  viewerId: number | undefined,
  users: readonly TrialUser[],
): readonly Column<TrialUser>[] => [
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
    cell: ({ id, name }) => (
      <Text span fw={600}>
        <UserLink user={{ id, name }} />
        {id === viewerId && (
          <Text span fw={400} c="dimmed">
            {' '}
            (you)
          </Text>
        )}
      </Text>
    ),
    inCard: 'title',
    isWordy: true,
  },
  {
    key: 'account',
    header: 'Account',
    isUsed: users.some(isUnusable),
    cell: (user) =>
      isUnusable(user) && (
        <Group gap="xs">
          <AccountBadge account={user} />
        </Group>
      ),
    inCard: 'corner',
  },
  {
    key: 'permissions',
    header: 'Permissions',
    cell: ({ user_permissions }) => (
      <Stack gap="xs">
        {user_permissions.map((permission) => (
          <ShownPermission key={permission.id} permission={permission} />
        ))}
      </Stack>
    ),
    inCard: 'line',
  },
]

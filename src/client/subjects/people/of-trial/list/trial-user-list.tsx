import type { TrialUser } from '#contract/trial-users'
import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { meQuery } from '../../../../api/session-queries'
import { RecordList, type Column } from '../../../../ui/record-list'
import { useTrialPage } from '../../../trials/trial/trial-page'
import type { Viewer } from './offered-user-actions'
import { ShownPermission } from './shown-permission'
import type { ChosenUser } from './use-chosen-user'
import { UserMenu } from './user-menu'

type TrialUserListProps = {
  users: readonly TrialUser[]
  isRefreshing: boolean
  onChoose: (chosen: ChosenUser) => void
}

/** The users of a trial, each with all their permissions there. */
export function TrialUserList({ users, isRefreshing, onChoose }: TrialUserListProps) {
  const { permission } = useTrialPage()
  const { data: me } = useQuery(meQuery)
  const viewer: Viewer = { id: me?.id, permission }
  const menu = (user: TrialUser) => <UserMenu user={user} viewer={viewer} onChoose={onChoose} />
  const name = (user: TrialUser) => <Name user={user} isViewer={user.id === me?.id} />
  return (
    <RecordList
      label="Users of the trial"
      rows={users}
      keyOf={({ id }) => id}
      columns={[
        ID_COLUMN,
        { header: 'Name', cell: name, isWordy: true },
        PERMISSIONS_COLUMN,
        { header: 'Actions', cell: menu, isFigure: true, isPinned: true },
      ]}
      renderCard={(user) => (
        <Stack gap="xs">
          <Group gap="xs" align="baseline">
            <span className="identifier">{user.id}</span>
            {name(user)}
          </Group>
          <Permissions user={user} />
          <Group>{menu(user)}</Group>
        </Stack>
      )}
      isRefreshing={isRefreshing}
    />
  )
}

const ID_COLUMN: Column<TrialUser> = {
  header: 'ID',
  cell: ({ id }) => <span className="identifier">{id}</span>,
  isFigure: true,
}

const PERMISSIONS_COLUMN: Column<TrialUser> = { header: 'Permissions', cell: (user) => <Permissions user={user} /> }

function Name({ user, isViewer }: { user: TrialUser; isViewer: boolean }) {
  return (
    <Text span fw={600}>
      {user.name}
      {isViewer && (
        <Text span fw={400} c="dimmed">
          {' '}
          (you)
        </Text>
      )}
    </Text>
  )
}

function Permissions({ user }: { user: TrialUser }) {
  return (
    <Stack gap="xs">
      {user.user_permissions.map((permission) => (
        <ShownPermission key={permission.id} permission={permission} />
      ))}
    </Stack>
  )
}

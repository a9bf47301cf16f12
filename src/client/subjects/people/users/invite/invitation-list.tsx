import type { ListedUser } from '#contract/users'
import { Checkbox, Group, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleX, IconMailCheck } from '@tabler/icons-react'
import type { Column } from '../../../../ui/record-column'
import { RecordList } from '../../../../ui/record-list'
import { StatusBadge } from '../../../../ui/status-badge'
import { AccountBadge } from '../account-badge'
import { AssociationBadge } from '../association-badge'
import { reasonNotToInvite } from './invitable-users'
import type { InvitationResult } from './send-invitations'

type InvitationListProps = {
  users: readonly ListedUser[]
  chosen: ReadonlySet<number>
  results: ReadonlyMap<number, InvitationResult>
  isSending: boolean
  onToggle: (id: number) => void
}

/** Users with a checkbox for each who can be invited, why the others cannot, and the results. */
export function InvitationList(props: InvitationListProps) {
  const columns = invitationColumns(props)
  return <RecordList label="Users to invite" rows={props.users} keyOf={({ id }) => id} columns={columns} isBroad />
}

type ColumnsContext = Omit<InvitationListProps, 'users'>

const invitationColumns = ({ chosen, results, isSending, onToggle }: ColumnsContext): readonly Column<ListedUser>[] => [
  {
    key: 'invite',
    header: 'Invite',
    cell: (user) => (
      <Checkbox
        label={
          <>
            <span className="identifier">{user.id}</span> {user.name}
          </>
        }
        aria-label={`Invite ${user.id} ${user.name}`}
        checked={chosen.has(user.id)}
        disabled={isSending || reasonNotToInvite(user) !== null || results.get(user.id)?.kind === 'sent'}
        onChange={() => onToggle(user.id)}
      />
    ),
    inCard: 'line',
  },
  { key: 'email', header: 'Email address', cell: ({ email }) => email, inCard: 'line' },
  {
    key: 'account',
    header: 'Account',
    cell: (user) => <States user={user} isSent={results.get(user.id)?.kind === 'sent'} />,
    inCard: 'line',
  },
  {
    key: 'result',
    header: 'Result',
    cell: (user) => <Result user={user} result={results.get(user.id)} />,
    inCard: 'line',
    isWordy: true,
  },
]

/** The user's state before; the result, once there is one, says whether they were invited. */
function States({ user, isSent }: { user: ListedUser; isSent: boolean }) {
  return (
    <Group gap="xs">
      {!isSent && <AssociationBadge user={user} />}
      <AccountBadge account={user} />
    </Group>
  )
}

function Result({ user, result }: { user: ListedUser; result: InvitationResult | undefined }) {
  if (result === undefined) return <Text c="dimmed">{reasonNotToInvite(user)}</Text>
  if (result.kind === 'sent')
    return (
      <StatusBadge tone="green" icon={IconMailCheck}>
        Email requested
      </StatusBadge>
    )
  return (
    <Group gap="xs">
      <StatusBadge
        tone={result.kind === 'refused' ? 'red' : 'amber'}
        icon={result.kind === 'refused' ? IconCircleX : IconAlertTriangle}
      >
        {result.kind === 'refused' ? 'Not sent' : 'Not confirmed'}
      </StatusBadge>
      <Text>{result.message}</Text>
    </Group>
  )
}

import type { ListedUser } from '#contract/users'
import { Checkbox, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleX, IconMailCheck } from '@tabler/icons-react'
import { RecordList } from '../../../../ui/record-list'
import { StatusBadge } from '../../../../ui/status-badge'
import { AccountBadge } from '../account-badge'
import { AssociationBadge } from '../association-badge'
import { whyNotInvited } from './who-is-invited'
import type { InvitationResult } from './send-invitations'

type InvitationListProps = {
  users: readonly ListedUser[]
  chosen: ReadonlySet<number>
  results: ReadonlyMap<number, InvitationResult>
  isSending: boolean
  onToggle: (id: number) => void
}

/** Users with a checkbox for each who can be invited, why the others cannot, and the results. */
export function InvitationList({ users, chosen, results, isSending, onToggle }: InvitationListProps) {
  const tick = (user: ListedUser) => (
    <Checkbox
      label={
        <>
          <span className="identifier">{user.id}</span> {user.name}
        </>
      }
      aria-label={`Invite ${user.id} ${user.name}`}
      checked={chosen.has(user.id)}
      disabled={isSending || whyNotInvited(user) !== null || results.get(user.id)?.kind === 'sent'}
      onChange={() => onToggle(user.id)}
    />
  )
  const states = (user: ListedUser) => <States user={user} isSent={results.get(user.id)?.kind === 'sent'} />
  const result = (user: ListedUser) => <Result user={user} result={results.get(user.id)} />
  return (
    <RecordList
      label="Users to invite"
      rows={users}
      keyOf={(user) => user.id}
      columns={[
        { header: 'Invite', cell: tick },
        { header: 'Email address', cell: (user) => user.email },
        { header: 'Account', cell: states },
        { header: 'Result', cell: result, isWordy: true },
      ]}
      isBroad
      renderCard={(user) => (
        <Stack gap="xs">
          {tick(user)}
          <Text>{user.email}</Text>
          {states(user)}
          {result(user)}
        </Stack>
      )}
    />
  )
}

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
  if (result === undefined) return <Text c="dimmed">{whyNotInvited(user)}</Text>
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
      <Text>{result.words}</Text>
    </Group>
  )
}

import type { ListedUser } from '#contract/users'
import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle, IconMailForward, IconPlayerStop } from '@tabler/icons-react'
import { useState } from 'react'
import { ServerButton } from '../../../../device/offline/server-button'
import { counted } from '../../../../ui/format-number'
import { RowsProgress } from '../../../../ui/rows-progress'
import { InvitationList } from './invitation-list'
import { useInvitations, type Invitations } from './use-invitations'
import { firstChosen, reasonNotToInvite } from './invitable-users'

/** The users to invite, the button, and the results. */
export function InviteUsers({ users }: { users: readonly ListedUser[] }) {
  const [chosen, setChosen] = useState(() => firstChosen(users))
  const invitations = useInvitations()
  const { results, progress, isSending, send, stop } = invitations
  const isLeft = ({ id }: ListedUser) => chosen.has(id) && results.get(id)?.kind !== 'sent'
  const left = users.filter(isLeft)
  const possible = users.filter((user) => reasonNotToInvite(user) === null && results.get(user.id)?.kind !== 'sent')
  const replaced = left.filter(({ invitation }) => invitation).length
  const toggle = (id: number) =>
    setChosen((before) => new Set([...before].filter((one) => one !== id).concat(before.has(id) ? [] : id)))
  return (
    <Stack gap="md">
      <Text maw="44rem">
        Each user gets an email with a link to choose the account they will sign in with. The link works once, for seven
        days.
      </Text>
      {replaced > 0 && !isSending && (
        <Alert color="amber" icon={<IconInfoCircle aria-hidden="true" />} title="Earlier links will stop working">
          {replaced === 1
            ? '1 chosen user has an invitation already. Only the link in the new email will work.'
            : `${replaced} chosen users have an invitation already. Only the links in the new emails will work.`}
        </Alert>
      )}
      <Outcome invitations={invitations} left={left.length} />
      {isSending ? (
        <Group>
          <Button variant="default" leftSection={<IconPlayerStop size={20} aria-hidden="true" />} onClick={stop}>
            Stop sending
          </Button>
        </Group>
      ) : (
        possible.length > 0 && (
          <Group gap="md">
            <Checkbox
              label={`Choose ${possible.length === 1 ? 'the' : 'all'} ${counted(possible.length, 'user')} who can be invited`}
              checked={left.length === possible.length}
              indeterminate={left.length > 0 && left.length < possible.length}
              onChange={({ currentTarget: { checked } }) =>
                setChosen(new Set(checked ? possible.map(({ id }) => id) : []))
              }
            />
            <ServerButton
              action="manageUsers"
              leftSection={<IconMailForward size={20} aria-hidden="true" />}
              disabled={left.length === 0}
              onClick={() => send(left)}
            >
              {`Send ${counted(left.length, 'IdP association email')}`}
            </ServerButton>
          </Group>
        )
      )}
      <RowsProgress rows={isSending ? progress : null} label="Invitations" noun="IdP association email" />
      <InvitationList users={users} chosen={chosen} results={results} isSending={isSending} onToggle={toggle} />
    </Stack>
  )
}

/** The results of the sent invitations, once none is in progress. */
function Outcome({ invitations: { results, isSending }, left }: { invitations: Invitations; left: number }) {
  if (isSending || results.size === 0) return null
  const count = (kind: string) => [...results.values()].filter((result) => result.kind === kind).length
  const isInterrupted = count('unconfirmed') > 0
  const isWhole = left === 0
  return (
    <Alert
      role={isWhole ? 'status' : 'alert'}
      color={isWhole ? 'green' : 'amber'}
      icon={isWhole ? <IconInfoCircle aria-hidden="true" /> : <IconAlertTriangle aria-hidden="true" />}
      title={`${counted(count('sent'), 'IdP association email')} requested`}
    >
      {isWhole && 'The emails are sent within minutes. '}
      {!isWhole && `Not invited: ${counted(left, 'chosen user')}. If the server refused one, the list says why. `}
      {isInterrupted && 'The connection was lost. Send again: no one gets the email twice.'}
    </Alert>
  )
}

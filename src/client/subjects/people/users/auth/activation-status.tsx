import { api } from '#contract/api'
import { ERRORS } from '#contract/errors'
import type { User } from '#contract/users'
import { Group, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { IconCircleCheck, IconCircleOff } from '@tabler/icons-react'
import { meQuery } from '../../../../api/session-queries'
import { userQuery } from '../../../../api/user-queries'
import { toastWriteFailure } from '../../../../api/write-failure-words'
import { ServerButton } from '../../../../device/offline/server-button'
import { AccountBadge } from '../account-badge'
import { useAction } from '../../../../action/use-action'
import { useOfferUndo } from '../../../../action/use-offer-undo'

/** Whether a user may sign in, with a button to change that; not for one's own account. */
export function ActivationStatus({ user }: { user: User }) {
  const { data: me } = useQuery(meQuery)
  const client = useQueryClient()
  const offerUndo = useOfferUndo()
  const parameters = { user_id: String(user.id) }
  const change = useAction(api.setUserActive, (is_active: boolean) => ({ parameters, body: { is_active } }), {
    replaces: ({ id }) => userQuery(id),
    onDone: ({ is_active }) =>
      offerUndo({
        endpoint: api.setUserActive,
        request: { parameters, body: { is_active: !is_active, undo: true } },
        done: is_active ? 'User marked active successfully' : 'User marked inactive successfully',
        undone: is_active ? 'The user is inactive again' : 'The user is active again',
        onUndone: (user) => client.setQueryData(userQuery(user.id).queryKey, user),
      }),
    onRefused: (failure) => toastWriteFailure('The activation status was not changed', failure),
  })
  const isOwn = me?.id === user.id
  return (
    <section aria-labelledby="activation">
      <Title order={2} id="activation" mt="xl" mb="sm">
        Activation status
      </Title>
      <Group gap="md">
        <AccountBadge account={{ is_active: user.is_active }} />
        <ServerButton
          action="manageUsers"
          variant="default"
          leftSection={
            user.is_active ? (
              <IconCircleOff size={20} aria-hidden="true" />
            ) : (
              <IconCircleCheck size={20} aria-hidden="true" />
            )
          }
          disabled={isOwn && user.is_active}
          loading={change.isPending}
          onClick={() => change.mutate(!user.is_active)}
        >
          {user.is_active ? 'Mark user inactive' : 'Mark user active'}
        </ServerButton>
      </Group>
      <Text c="dimmed" mt="xs">
        {isOwn
          ? ERRORS.own_account.message
          : user.is_active
            ? 'Inactive users are signed out and cannot sign in. Their permissions and records stay.'
            : 'This user cannot sign in.'}
      </Text>
    </section>
  )
}

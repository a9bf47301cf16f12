import { api } from '#contract/api'
import { ERRORS } from '#contract/errors'
import type { User } from '#contract/users'
import { Stack, Text } from '@mantine/core'
import { IconMailForward } from '@tabler/icons-react'
import { ServerButton } from '../../../../device/offline/server-button'
import { toastSuccess } from '../../../../ui/toasts'
import { toastWriteFailure } from '../../../../api/write-failure-words'
import { useAction } from '../../../../action/use-action'

/** Sends a user the email whose link associates an account to sign in with. Hidden where they could not sign in with it. */
export function InviteButton({ user }: { user: User }) {
  const invite = useAction(api.requestAssociation, () => ({ body: { user_id: user.id } }), {
    isFailureShownInPlace: true,
    onDone: () => toastSuccess(`IdP association email for ${user.name} (ID ${user.id}) has been requested`),
    onRefused: (failure) => toastWriteFailure('The IdP association email was not requested', failure),
  })
  const isShutOut = !user.is_active || user.is_expired
  return (
    <Stack gap="xs" align="flex-start">
      <ServerButton
        action="manageUsers"
        variant="default"
        leftSection={<IconMailForward size={20} aria-hidden="true" />}
        disabled={isShutOut}
        loading={invite.isPending}
        aria-describedby={isShutOut ? 'not-invitable' : undefined}
        onClick={() => invite.mutate()}
      >
        Send IdP association email
      </ServerButton>
      <Text c="dimmed" id="not-invitable">
        {isShutOut
          ? `(${ERRORS.user_not_invitable.message})`
          : 'The link in the email works once. A new email ends the link of the one before.'}
      </Text>
    </Stack>
  )
}

import { api } from '#contract/api'
import { ERRORS } from '#contract/errors'
import type { User } from '#contract/users'
import { Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { IconMailForward } from '@tabler/icons-react'
import { call } from '../../../../api/browser-call'
import { answerOf } from '../../../../api/endpoint-query'
import { failureInPlace } from '../../../../api/raised-failure'
import { useWriteKey } from '../../../../api/use-write-key'
import { ServerButton } from '../../../../device/offline/server-button'
import { toastSuccess, toastWriteFailure } from '../../../../ui/toasts'

/** Sends a user the email whose link associates an account to sign in with. Hidden where they could not sign in with it. */
export function InviteButton({ user }: { user: User }) {
  const sendOnce = useWriteKey()
  const invite = useMutation({
    mutationFn: async () =>
      answerOf(
        await sendOnce(user.id, (options) => call(api.requestAssociation, { body: { user_id: user.id } }, options)),
      ),
    meta: { isFailureShownInPlace: true },
    onSuccess: () => toastSuccess(`IdP association email for ${user.name} (ID ${user.id}) has been requested`),
    onError: (error) => {
      const failure = failureInPlace(error)
      if (failure !== null) toastWriteFailure('The IdP association email was not requested', failure)
    },
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

import { api } from '#contract/api'
import { ERRORS } from '#contract/errors'
import type { User } from '#contract/users'
import { Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconDeviceMobileOff } from '@tabler/icons-react'
import { meQuery } from '../../../../api/session-queries'
import { ServerButton } from '../../../../device/offline/server-button'
import { useAction } from '../../../../action/use-action'
import { accountChange } from './account-change'

/** Removes the second factor of a user who lost it; only where there is an external user account. */
export function SecondFactor({ user }: { user: User }) {
  const { data: me } = useQuery(meQuery)
  const parameters = { user_id: String(user.id) }
  const reset = useAction(
    api.resetSecondFactor,
    () => ({ parameters }),
    accountChange({
      done: ({ name, id }) => `Second factor of ${name} (ID ${id}) reset successfully`,
      refused: 'The second factor was not reset',
    }),
  )
  if (!user.user_profiles.some(({ idp }) => idp === 'lti')) return null
  const isOwn = me?.id === user.id
  return (
    <section aria-labelledby="second-factor">
      <Title order={2} id="second-factor" mt="xl" mb="sm">
        Second factor
      </Title>
      <Text mb="sm">
        {isOwn
          ? ERRORS.own_second_factor.message
          : 'If this user has lost their phone and their recovery codes, reset the second factor. They are signed out, and set up a new one at the next sign-in. First make sure that the request really comes from this user.'}
      </Text>
      <ServerButton
        action="manageUsers"
        variant="default"
        leftSection={<IconDeviceMobileOff size={20} aria-hidden="true" />}
        disabled={isOwn}
        loading={reset.isPending}
        onClick={() => reset.mutate()}
      >
        Reset second factor
      </ServerButton>
    </section>
  )
}

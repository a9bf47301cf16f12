import { api } from '#contract/api'
import type { User } from '#contract/users'
import { Text, Title } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ServerButton } from '../../../../device/offline/server-button'
import { Instant } from '../../../../ui/instant'
import { useAction } from '../../../../action/use-action'
import { accountChange } from './account-change'

/** When an account expires, with a button to extend it. */
export function AccountExpiry({ user }: { user: User }) {
  const parameters = { user_id: String(user.id) }
  const extend = useAction(
    api.extendUser,
    () => ({ parameters, body: { is_expired: false as const } }),
    accountChange({
      done: ({ name, id }) => `User account of ${name} (ID ${id}) extended successfully`,
      refused: 'The user account was not extended',
    }),
  )
  return (
    <section aria-labelledby="expiry">
      <Title order={2} id="expiry" mt="xl" mb="sm">
        Account expiry
      </Title>
      <Text mb="sm">{expiryWords(user)}</Text>
      <ServerButton
        action="manageUsers"
        variant="default"
        leftSection={<IconCalendarPlus size={20} aria-hidden="true" />}
        disabled={user.expires_at === null}
        loading={extend.isPending}
        onClick={() => extend.mutate()}
      >
        Extend user account expiration
      </ServerButton>
      <Text c="dimmed" mt="xs">
        An extended account lasts for one year from today.
      </Text>
    </section>
  )
}

const expiryWords = ({ expires_at, is_expired }: User): ReactNode => {
  if (expires_at === null) return 'This account does not expire.'
  return (
    <>
      {is_expired ? 'This account expired on ' : 'This account expires on '}
      <Instant at={expires_at} zone={null} />.
    </>
  )
}

import type { IdentityProvider } from '#domain/sign-in/identity'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useBusyWhile } from '../../browser/busy'
import { paths } from '../../paths'
import { InvitationView } from './invitation-view'
import { LinkButton } from '../../ui/link-button'
import { PageTitle } from '../../ui/page-title'

type InvitationConfirmationProps = {
  /** The secret of this tab's invitation. */
  token: string
  /** The provider of the newly proved account. */
  provider: IdentityProvider
  onConfirm: () => void
}

/** Asks for the owner of the account before an invitation binds it: the wrong person may have opened the invitation. */
export function InvitationConfirmation({ token, provider, onConfirm }: InvitationConfirmationProps) {
  // This page alone still has the secret: an update must not reload it.
  useBusyWhile('sending', true)
  return (
    <InvitationView token={token}>
      {({ user }) => (
        <Stack align="flex-start" maw="40rem">
          <PageTitle title={`You are about to sign in as ${user.name}`} />
          <Text>
            The account that you chose ({provider.title}) will belong to {user.name}, {user.email}. Everything that is
            done with it will be recorded under this name.
          </Text>
          <Text>If this is not you, stop here. Nothing has been changed.</Text>
          <Group gap="sm">
            <Button onClick={onConfirm}>I am {user.name}</Button>
            <LinkButton {...paths.home()} variant="default">
              This is not me
            </LinkButton>
          </Group>
        </Stack>
      )}
    </InvitationView>
  )
}

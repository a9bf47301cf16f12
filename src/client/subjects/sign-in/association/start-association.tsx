import type { ReceivedAnswer } from '#contract/endpoint'
import type { showAssociation } from '#contract/identity'
import { Stack, Text } from '@mantine/core'
import { useEffect } from 'react'
import { useAppInstance } from '../../../api/session-queries'
import { paths } from '../../../paths'
import { storeInvitation } from '../../../session/pending-invitation'
import { InvitationView } from '../invitation-view'
import { offeredProviders, offersExternalAccounts } from '../../../session/providers'
import { ProviderList } from '../../../session/provider-list'
import { TextLink } from '../../../ui/link-button'
import { PageTitle } from '../../../ui/page-title'

/** Welcomes the invited person, who chooses the account to sign in with. */
export function StartAssociation({ token }: { token: string }) {
  return <InvitationView token={token}>{(invitation) => <Welcome invitation={invitation} />}</InvitationView>
}

function Welcome({ invitation: { user, token } }: { invitation: ReceivedAnswer<typeof showAssociation> }) {
  const instance = useAppInstance()
  useEffect(() => storeInvitation(sessionStorage, { token, user_id: user.id }), [token, user.id])
  return (
    <>
      <PageTitle title={`Welcome, ${user.name}`} />
      <Stack maw="28rem" gap="md">
        <Text>You are invited to the {instance.service_name}. Choose the account that you want to sign in with.</Text>
        <ProviderList providers={offeredProviders(instance)} query={{ association_token: token }} />
        {offersExternalAccounts(instance) && (
          <TextLink {...paths.ltiCreation()} py="0.625rem" display="inline-block">
            {"Don't have any of the above accounts?"}
          </TextLink>
        )}
      </Stack>
    </>
  )
}

import { Alert, Stack, Text } from '@mantine/core'
import { Navigate } from '@tanstack/react-router'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { NotFound } from '../../../api/not-found'
import { useAppInstance } from '../../../api/session-queries'
import { paths } from '../../../paths'
import { readInvitation } from '../../../session/pending-invitation'
import { InvitationView } from '../invitation-view'
import { offersExternalAccounts } from '../../../session/providers'
import { useSession } from '../../../session/this-session'
import { LinkButton } from '../../../ui/link-button'
import { PageTitle } from '../../../ui/page-title'
import { IdentityCreation } from './identity-creation'

/** `/lti-creation`: an external identity for an invited person without an account to sign in with. */
export function CreationScreen() {
  const instance = useAppInstance()
  const { session } = useSession()
  const [invitation] = useState(() => readInvitation(sessionStorage))
  if (invitation === null || invitation.user_id === null) return <NoInvitation />
  if (!offersExternalAccounts(instance)) return <NotFound />
  if (session !== null) return <Navigate {...paths.idpAssociation()} />
  return (
    <InvitationView token={invitation.token}>
      {({ user, token }) => <IdentityCreation user={user} token={token} />}
    </InvitationView>
  )
}

function NoInvitation() {
  return (
    <Stack align="flex-start" maw="40rem">
      <PageTitle title="Create external identity" />
      <Alert
        color="red"
        role="alert"
        title="Internal token or user ID is missing"
        icon={<IconAlertTriangle aria-hidden="true" />}
        w="100%"
      >
        <Text>Open the link in your invitation email again. It leads here.</Text>
      </Alert>
      <LinkButton {...paths.idpAssociation()} variant="default">
        Go to the invitation
      </LinkButton>
    </Stack>
  )
}

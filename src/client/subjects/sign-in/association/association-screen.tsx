import { useState } from 'react'
import { Alert, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconHome } from '@tabler/icons-react'
import { readInvitation } from '../../../session/pending-invitation'
import { InvitationView } from '../invitation-view'
import { useSession } from '../../../session/this-session'
import { AlreadySignedIn } from './already-signed-in'
import { StartAssociation } from './start-association'
import { GO_HOME } from '../../../api/failure-words'
import { paths } from '../../../paths'
import { LinkButton } from '../../../ui/link-button'
import { PageTitle } from '../../../ui/page-title'

/**
 * `/idp-association`: the page of an invitation's link, for the present state of the session. A sign-in or sign-out in
 * another tab changes it here. Nobody is asked to sign out for an invalid link.
 */
export function AssociationScreen() {
  const [invitation] = useState(() => readInvitation(sessionStorage))
  const { session } = useSession()
  if (invitation === null) return <NoToken />
  if (session === null) return <StartAssociation token={invitation.token} />
  return <InvitationView token={invitation.token}>{() => <AlreadySignedIn />}</InvitationView>
}

/** The page without the secret of an invitation. */
function NoToken() {
  return (
    <Stack align="flex-start" maw="40rem">
      <PageTitle title="Invitation" />
      <Alert color="red" role="alert" title="No token found" icon={<IconAlertTriangle aria-hidden="true" />} w="100%">
        <Text>Open the whole link from your newest invitation email. Each link works once.</Text>
        <Text>If it does not work, contact the service for a new one.</Text>
      </Alert>
      <LinkButton {...paths.home()} variant="default" leftSection={<IconHome size={20} aria-hidden="true" />}>
        {GO_HOME}
      </LinkButton>
    </Stack>
  )
}

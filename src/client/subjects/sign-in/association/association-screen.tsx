import { useState } from 'react'
import { readInvitation } from '../../../session/pending-invitation'
import { InvitationView } from '../invitation-view'
import { useSession } from '../../../session/this-session'
import { AlreadySignedIn } from './already-signed-in'
import { NoToken } from './no-token'
import { StartAssociation } from './start-association'

/**
 * `/idp-association`: where the link of an invitation leads, in the mode that holds. Who signs in or out in another tab changes
 * it here. Nobody is asked to sign out for a link that leads no further.
 */
export function AssociationScreen() {
  const [invitation] = useState(() => readInvitation(sessionStorage))
  const { session } = useSession()
  if (invitation === null) return <NoToken />
  if (session === null) return <StartAssociation token={invitation.token} />
  return <InvitationView token={invitation.token}>{() => <AlreadySignedIn />}</InvitationView>
}

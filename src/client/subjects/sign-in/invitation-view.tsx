import type { ReceivedAnswer } from '#contract/endpoint'
import { ERRORS } from '#contract/errors'
import type { showAssociation } from '#contract/identity'
import { Alert, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconMailX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { failureOf, isRefusedWith } from '../../api/failure'
import { invitationQuery } from '../../api/session-queries'
import { GO_HOME } from '../../api/failure-words'
import { PageSkeleton } from '../../ui/page-skeleton'
import { paths } from '../../paths'
import { LinkButton } from '../../ui/link-button'
import { PageTitle } from '../../ui/page-title'
import { QueryView } from '../../device/offline/query-view'
import { useSession } from '../../session/this-session'

type InvitationViewProps = {
  /** The secret of the invitation's link. */
  token: string
  children: (invitation: ReceivedAnswer<typeof showAssociation>) => ReactNode
}

/** Shows the person of an invitation once the server has answered; for an invalid one the next step. */
export function InvitationView({ token, children }: InvitationViewProps) {
  const invitation = useQuery(invitationQuery(token))
  const failure = failureOf(invitation.error)
  const isInvalid = failure !== null && REFUSALS.some((code) => isRefusedWith(failure, code))
  if (isInvalid) return <InvitationInvalid />
  return (
    <QueryView query={invitation} loading={<PageSkeleton />}>
      {children}
    </QueryView>
  )
}

/** A malformed secret is refused as invalid input. */
const REFUSALS = ['association_token_invalid', 'validation_failed'] as const

function InvitationInvalid() {
  const { session } = useSession()
  const { title, message } = ERRORS.association_token_invalid
  return (
    <Stack align="flex-start" maw="40rem">
      <PageTitle title="Invitation" />
      <Alert color="red" role="alert" title={title} icon={<IconMailX aria-hidden="true" />} w="100%">
        <Text>{message}</Text>
        <Text>Use the link in the newest email. If you have already chosen an account, sign in with it.</Text>
      </Alert>
      {session === null ? (
        <LinkButton {...paths.signIn()}>Go to the sign-in page</LinkButton>
      ) : (
        <LinkButton {...paths.home()}>{GO_HOME}</LinkButton>
      )}
    </Stack>
  )
}

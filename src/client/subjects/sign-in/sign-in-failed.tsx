import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconHome } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { ERROR_TITLE, GO_HOME } from '../../api/failure-words'
import { paths } from '../../paths'
import { useIsLocked } from '../../session/lock/device-lock'
import { storeInvitation } from '../../session/pending-invitation'
import { takeAddress } from '../../session/return-address'
import { useSession } from '../../session/this-session'
import { LinkButton } from '../../ui/link-button'
import { PageTitle } from '../../ui/page-title'
import type { SignInFailure, WayOn } from './sign-in-failure'

type SignInFailedProps = {
  failure: SignInFailure
  /** The secret of the invitation with which the sign-in began. */
  invitation: string | null
}

/** The reason why a sign-in failed, and a link back to its beginning. */
export function SignInFailed({ failure: { message, advice, way_on }, invitation }: SignInFailedProps) {
  const router = useRouter()
  const { session } = useSession()
  const isLocked = useIsLocked()
  const label = isLocked ? 'Back to the locked screen' : WORDS[way_on]
  const goOn = () => {
    if (isLocked && session !== null) {
      router.history.replace(takeAddress(sessionStorage, session.sub) ?? paths.home().to)
      return
    }
    if (invitation !== null) storeInvitation(sessionStorage, { token: invitation, user_id: null })
    const to =
      invitation !== null ? paths.idpAssociation() : way_on === 'again' ? paths.signIn() : paths.signInAsAnother()
    void router.navigate({ ...to, replace: true })
  }
  return (
    <Stack align="flex-start" maw="40rem">
      <PageTitle title="Sign in" />
      <Alert color="red" role="alert" title={ERROR_TITLE} icon={<IconAlertTriangle aria-hidden="true" />} w="100%">
        <Text fw={600}>{message}</Text>
        {advice !== '' && <Text>{advice}</Text>}
        <Text>If this happens again, please contact the service.</Text>
      </Alert>
      <Group gap="sm">
        {label !== null && <Button onClick={goOn}>{label}</Button>}
        {!isLocked && (
          <LinkButton {...paths.home()} variant="default" leftSection={<IconHome size={20} aria-hidden="true" />}>
            {GO_HOME}
          </LinkButton>
        )}
      </Group>
    </Stack>
  )
}

const WORDS: Record<WayOn, string | null> = {
  again: 'Sign in again',
  another_account: 'Choose another account',
  none: null,
}

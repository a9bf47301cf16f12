import { identityProviderOfId } from '#domain/sign-in/identity'
import { Alert, Button, Checkbox, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconArrowLeft } from '@tabler/icons-react'
import { useState } from 'react'
import { ERROR_TITLE } from '../../../api/failure-words'
import { PageTitle } from '../../../ui/page-title'
import type { CreationResult } from './creation-result'
import { providerRedirect } from '../../../session/providers'

type CreationResultPageProps = { result: CreationResult; email: string; token: string; onBack: () => void }

/** The result of the request for an identity, with the next step. */
export function CreationResultPage({ result, email, token, onBack }: CreationResultPageProps) {
  switch (result) {
    case 'new-user':
      return (
        <ToActivate token={token} title="External identity created">
          {`We have sent an email to ${email}. Open its link and choose a password: this activates the account. Then come back to this page.`}
        </ToActivate>
      )
    case 'existing-user-password-not-set':
      return (
        <ToActivate token={token} title="You have an external identity that is not activated">
          {`There is already an external identity for ${email}, without a password. We have sent a new email to this address. Open its link and choose a password: this activates the account. Then come back to this page.`}
        </ToActivate>
      )
    case 'existing-user-password-set':
      return (
        <Stack align="flex-start" maw="40rem">
          <PageTitle title="You have an external identity" />
          <Text>
            There is already an external identity for {email}, with a password. Sign in with it. If you have forgotten
            the password, use the forgot-password tool on the sign-in page.
          </Text>
          <ExternalSignIn token={token} />
        </Stack>
      )
    case 'unknown-response':
      return <UnknownResponse onBack={onBack} />
  }
}

function ToActivate({ title, token, children }: { title: string; token: string; children: string }) {
  const [isActivated, setIsActivated] = useState(false)
  return (
    <Stack align="flex-start" maw="40rem">
      <PageTitle title={title} />
      <Text>{children}</Text>
      <Text c="dimmed">The email can take a few minutes. Check your junk folder too.</Text>
      <Checkbox
        label="I have opened the link in the email and chosen a password"
        checked={isActivated}
        onChange={(event) => setIsActivated(event.currentTarget.checked)}
      />
      <ExternalSignIn token={token} disabled={!isActivated} />
    </Stack>
  )
}

function UnknownResponse({ onBack }: { onBack: () => void }) {
  return (
    <Stack align="flex-start" maw="40rem">
      <PageTitle title="Create external identity" />
      <Alert color="red" role="alert" title={ERROR_TITLE} icon={<IconAlertTriangle aria-hidden="true" />} w="100%">
        <Text>We do not know whether the identity was created.</Text>
        <Text>Go back and try again. If this happens again, please contact the service.</Text>
      </Alert>
      <Button variant="default" leftSection={<IconArrowLeft size={20} aria-hidden="true" />} onClick={onBack}>
        Go back
      </Button>
    </Stack>
  )
}

/** Leads to the sign-in with an external account, which the invitation then associates. */
function ExternalSignIn({ token, disabled = false }: { token: string; disabled?: boolean }) {
  const provider = identityProviderOfId('lti')
  const words = 'Sign in with External User Account'
  if (disabled || provider === undefined) return <Button disabled>{words}</Button>
  return (
    <Button component="a" href={providerRedirect(provider, { association_token: token })}>
      {words}
    </Button>
  )
}

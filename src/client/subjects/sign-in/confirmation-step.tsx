import { confirmSignIn } from '#contract/session'
import type { IdentityProvider } from '#domain/sign-in/identity'
import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../device/call'
import { ERROR_TITLE } from '../../api/failure-words'
import { announceConfirmation } from '../../session/fresh-sign-in/confirmation-channel'
import { providerRedirect } from '../../session/providers'
import { Announced } from '../../ui/announced'
import { PageTitle } from '../../ui/page-title'
import { failedSignIn, type SignInFailure } from './sign-in-failure'
import { PleaseWait } from './please-wait'

type ConfirmationStepProps = { provider: IdentityProvider; reference: string }

/** Reports a fresh sign-in for the session of this browser; the tab that waits for it then continues automatically. */
export function ConfirmationStep({ provider, reference }: ConfirmationStepProps) {
  const router = useRouter()
  const [result, setResult] = useState<'confirmed' | SignInFailure | null>(null)
  // StrictMode runs the effect twice, and a reference is good for one sign-in.
  const sent = useRef(false)
  useEffect(() => {
    const confirm = async () => {
      await router.navigate({ to: '.', search: {}, replace: true })
      const outcome = await call(confirmSignIn, { body: { idp: provider.id, ref: reference } })
      if (outcome.ok) announceConfirmation()
      setResult(outcome.ok ? 'confirmed' : failedSignIn(outcome.refusal))
    }
    if (sent.current) return
    sent.current = true
    void confirm()
  }, [provider, reference, router])

  if (result === null) return <PleaseWait />
  if (result !== 'confirmed') return <ConfirmationFailed provider={provider} failure={result} />
  return (
    <Stack align="flex-start" maw="40rem">
      <PageTitle title="Confirmed" />
      <Announced>
        <Alert color="green" title="You have confirmed that it is you" icon={<IconCheck aria-hidden="true" />}>
          <Text>Close this tab. Continue in the tab where you began.</Text>
        </Alert>
      </Announced>
      <Button onClick={() => window.close()}>Close this tab</Button>
    </Stack>
  )
}

type ConfirmationFailedProps = { provider: IdentityProvider; failure: SignInFailure }

/** The reason why a fresh sign-in did not count. Nothing changed: the waiting tab still waits. */
export function ConfirmationFailed({ provider, failure: { message } }: ConfirmationFailedProps) {
  return (
    <Stack align="flex-start" maw="40rem">
      <PageTitle title="Not confirmed" />
      <Alert color="red" role="alert" title={ERROR_TITLE} icon={<IconAlertTriangle aria-hidden="true" />} w="100%">
        <Text fw={600}>{message}</Text>
        <Text>Nothing has changed. Continue in the tab where you began.</Text>
      </Alert>
      <Button component="a" href={providerRedirect(provider, { purpose: 'confirm' })}>
        Sign in again
      </Button>
    </Stack>
  )
}

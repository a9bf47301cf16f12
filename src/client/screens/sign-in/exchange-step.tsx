import type { IdentityProvider } from '#domain/identity'
import { Loader, Stack, Text } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { beginSession } from '../../session/begin-session'
import { exchangeReference } from '../../session/exchange-reference'
import { takeAddress } from '../../session/return-address'
import { PageTitle } from '../../ui/page-title'
import { SignInFailed } from './sign-in-failed'
import { failedSignIn, WRONG_CLOCK, type SignInFailure } from './sign-in-failure'

type ExchangeStepProps = { provider: IdentityProvider; reference: string; invitation: string | null }

/** Exchanges the REF of a return page for a session, and goes to where the person was. */
export function ExchangeStep({ provider, reference, invitation }: ExchangeStepProps) {
  const router = useRouter()
  const [failure, setFailure] = useState<SignInFailure | null>(null)

  useEffect(() => {
    let isShown = true
    const exchange = async () => {
      await router.navigate({ to: '.', search: {}, replace: true })
      const outcome = await exchangeReference(provider, reference, invitation ?? undefined)
      if (!isShown) return
      if (!outcome.ok) {
        setFailure(failedSignIn(outcome.refusal))
        return
      }
      const begun = beginSession(outcome.value, provider)
      if (begun === null) setFailure(WRONG_CLOCK)
      else router.history.replace(takeAddress(sessionStorage, begun.sub))
    }
    void exchange()
    return () => {
      isShown = false
    }
  }, [provider, reference, invitation, router])

  return failure === null ? <PleaseWait /> : <SignInFailed failure={failure} invitation={invitation} />
}

function PleaseWait() {
  return (
    <Stack align="flex-start" aria-live="polite">
      <PageTitle title="Signing in" />
      <Loader aria-hidden="true" />
      <Text>Please wait...</Text>
    </Stack>
  )
}

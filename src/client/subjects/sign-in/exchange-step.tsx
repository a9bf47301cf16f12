import type { IdentityProvider } from '#domain/sign-in/identity'
import { getMe, type SessionToken } from '#contract/session'
import { api } from '#contract/api'
import type { Outcome } from '#domain/outcome'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { beginSession } from './begin-session'
import { takeAddress } from '../../session/return-address'
import { PleaseWait } from './please-wait'
import { SignInFailed } from './sign-in-failed'
import { failedSignIn, WRONG_CLOCK, type SignInFailure } from './sign-in-failure'
import { startAddress } from '../../desk/start-page'
import { call } from '../../device/call'
import { paths } from '../../paths'
import type { Failure } from '../../api/failure'

type ExchangeStepProps = { provider: IdentityProvider; reference: string; invitation: string | null }

/** Exchanges the REF of a return page for a session, and goes to the person's former page. */
export function ExchangeStep({ provider, reference, invitation }: ExchangeStepProps) {
  const router = useRouter()
  const [failure, setFailure] = useState<SignInFailure | null>(null)

  // StrictMode runs the effect twice, and a reference is good for one exchange. The query cache cannot share it: it is emptied
  // whenever the person changes.
  const exchange = useRef<{ reference: string; outcome: ReturnType<typeof exchangeReference> }>(undefined)
  useEffect(() => {
    let isShown = true
    const leaveAddress = () => router.navigate({ to: '.', search: {}, replace: true })
    if (exchange.current?.reference !== reference)
      exchange.current = {
        reference,
        outcome: leaveAddress().then(() => exchangeReference(provider, reference, invitation ?? undefined)),
      }
    const begin = async (exchanged: ReturnType<typeof exchangeReference>) => {
      const outcome = await exchanged
      if (!isShown) return
      if (!outcome.ok) {
        setFailure(failedSignIn(outcome.refusal))
        return
      }
      const begun = beginSession(outcome.value, provider)
      if (begun === null) setFailure(WRONG_CLOCK)
      else router.history.replace(takeAddress(sessionStorage, begun.sub) ?? (await ownStartAddress()))
    }
    void begin(exchange.current.outcome)
    return () => {
      isShown = false
    }
  }, [provider, reference, invitation, router])

  return failure === null ? <PleaseWait /> : <SignInFailed failure={failure} invitation={invitation} />
}

/** A slow answer about it is not awaited: home is always right. */
const TIMEOUT_MS = 3000

/** The address of the page with which the newly signed-in person begins. */
const ownStartAddress = async (): Promise<string> => {
  const me = await call(getMe, {}, { timeout_ms: TIMEOUT_MS })
  return me.ok ? startAddress(me.value) : paths.home().to
}

/**
 * Exchanges the REF from a provider's return for a token. With the secret of an invitation, the account is associated with the
 * invited person.
 */
const exchangeReference = (
  provider: IdentityProvider,
  ref: string,
  invitation: string | undefined,
): Promise<Outcome<SessionToken, Failure>> => {
  const association_token = invitation
  return provider.family === 'aaf'
    ? call(api.loginFromAaf, { query: { access_token: ref, association_token } })
    : call(api.loginFromPing, { query: { idp: provider.id, ref, association_token } })
}

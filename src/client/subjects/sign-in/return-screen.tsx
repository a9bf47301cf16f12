import { IDENTITY_PROVIDERS, returnPath } from '#domain/sign-in/identity'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { NotFound } from '../../api/not-found'
import { useAppInstance } from '../../api/session-queries'
import { deleteInvitation, readInvitation } from '../../session/pending-invitation'
import { ConfirmationFailed, ConfirmationStep } from './confirmation-step'
import { ExchangeStep } from './exchange-step'
import { InvitationConfirmation } from './invitation-confirmation'
import { SignInFailed } from './sign-in-failed'
import { NO_REF, refusedOnReturn } from './sign-in-failure'

const route = getRouteApi('/$returnName')

/** The return page of a sign-in provider; any other address of one word is not found. */
export function ReturnScreen() {
  const { university } = useAppInstance()
  const { returnName } = route.useParams()
  const { REF, error, purpose } = route.useSearch()
  // They leave the address and the tab at once, so they are read once.
  const [reference] = useState(REF ?? null)
  const [isConfirming] = useState(purpose === 'confirm')
  const [invitation] = useState(() => readInvitation(sessionStorage)?.token ?? null)
  const [isConfirmed, setIsConfirmed] = useState(false)
  const provider = IDENTITY_PROVIDERS.find((one) => returnPath(one, university) === `/${returnName}`)
  const isReturn = provider !== undefined
  useEffect(() => {
    if (isReturn) deleteInvitation(sessionStorage)
  }, [isReturn])
  if (provider === undefined) return <NotFound />
  if (error !== undefined && isConfirming)
    return <ConfirmationFailed provider={provider} failure={refusedOnReturn(error)} />
  if (error !== undefined) return <SignInFailed failure={refusedOnReturn(error)} invitation={invitation} />
  if (reference === null) return <SignInFailed failure={NO_REF} invitation={invitation} />
  if (isConfirming) return <ConfirmationStep provider={provider} reference={reference} />
  if (invitation !== null && !isConfirmed)
    return <InvitationConfirmation token={invitation} provider={provider} onConfirm={() => setIsConfirmed(true)} />
  return <ExchangeStep provider={provider} reference={reference} invitation={invitation} />
}

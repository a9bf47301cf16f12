import { ERRORS } from '#contract/errors'
import { IDENTITY_PROVIDERS, returnPath, type IdentityProvider } from '#domain/identity'
import { Alert, Loader, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { session } from '../../api/browser-call'
import { messageOf } from '../../api/failure'
import { ERROR_TITLE } from '../../app/failure-words'
import { NotFound } from '../../app/not-found'
import { returnSearch } from '../../app/screen-search'
import { useAppInstance } from '../../app/use-app-instance'
import { paths } from '../../paths'
import { exchangeReference } from '../../session/exchange-reference'
import { takeAddress } from '../../session/return-address'
import { LinkButton } from '../../ui/link-button'
import { PageTitle } from '../../ui/page-title'

const route = getRouteApi('/$returnName')

/** The page that a sign-in provider leads back to; any other address of one word is none of ours. */
export function ReturnScreen() {
  const { university } = useAppInstance()
  const { returnName } = route.useParams()
  const { REF, error } = route.useSearch({ select: returnSearch.validate })
  // The REF leaves the address at once, so it is taken from it once.
  const [reference] = useState(REF ?? null)
  const provider = IDENTITY_PROVIDERS.find((one) => returnPath(one, university) === `/${returnName}`)
  if (provider === undefined) return <NotFound />
  if (error !== undefined) return <SignInFailed message={ERRORS[error].message} />
  return reference === null ? (
    <SignInFailed message="Ref code not found" />
  ) : (
    <Exchange provider={provider} reference={reference} />
  )
}

function Exchange({ provider, reference }: { provider: IdentityProvider; reference: string }) {
  const router = useRouter()
  const [failure, setFailure] = useState<string | null>(null)

  useEffect(() => {
    let isShown = true
    const exchange = async () => {
      await router.navigate({ to: '.', search: {}, replace: true })
      const outcome = await exchangeReference(provider, reference)
      if (!isShown) return
      if (!outcome.ok) {
        setFailure(messageOf(outcome.refusal))
        return
      }
      session.start(outcome.value.token)
      const started = session.state.get().session
      if (started === null) setFailure(WRONG_CLOCK)
      else router.history.replace(takeAddress(sessionStorage, started.sub))
    }
    void exchange()
    return () => {
      isShown = false
    }
  }, [provider, reference, router])

  return failure === null ? <PleaseWait /> : <SignInFailed message={failure} />
}

/** A token from the server just now that has already run out here. */
const WRONG_CLOCK = 'The clock of this device is wrong, so that your session would be over at once. Set it and sign in.'

function PleaseWait() {
  return (
    <Stack align="flex-start" aria-live="polite">
      <PageTitle title="Signing in" />
      <Loader aria-hidden="true" />
      <Text>Please wait...</Text>
    </Stack>
  )
}

function SignInFailed({ message }: { message: string }) {
  return (
    <Stack align="flex-start" maw="40rem">
      <PageTitle title="Sign in" />
      <Alert color="red" role="alert" title={ERROR_TITLE} icon={<IconAlertTriangle aria-hidden="true" />} w="100%">
        <Text>{message}</Text>
        <Text>If this happens again, please contact the service.</Text>
      </Alert>
      <LinkButton {...paths.signIn()}>Sign in again</LinkButton>
    </Stack>
  )
}

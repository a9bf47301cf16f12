import { ERRORS } from '#contract/errors'
import { SIGN_IN_TITLE, signInSentence } from '#domain/welcome-words'
import { Alert, Stack, Text } from '@mantine/core'
import { IconClockPause, IconWifiOff, IconInfoCircle } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect } from 'react'
import { useAppInstance } from '../../api/session-queries'
import { useIsAway } from '../../device/offline/use-connection'
import { deleteInvitation } from '../../session/pending-invitation'
import { offeredProviders } from '../../session/providers'
import { removeFirstPaint } from '../../browser/first-paint'
import { ProviderList } from '../../session/provider-list'
import { useSession } from '../../session/this-session'
import { Announced } from '../../ui/announced'
import { PageTitle } from '../../ui/page-title'
import { signInNoticesQuery } from '../../api/notice-queries'

const route = getRouteApi('/sign-in')

/** `/sign-in`: the choice of a provider, to which the browser then goes. */
export function SignInScreen() {
  const instance = useAppInstance()
  const { ended } = useSession()
  const { prompt } = route.useSearch()
  const isAway = useIsAway()
  useLayoutEffect(removeFirstPaint, [])
  return (
    <>
      <PageTitle title={SIGN_IN_TITLE} />
      <Stack maw="28rem" gap="md">
        <SignInNotices />
        {ended === 'expired' && (
          <Alert color="amber" icon={<IconClockPause aria-hidden="true" />} title={ERRORS.token_expired.title}>
            {ERRORS.token_expired.message}
          </Alert>
        )}
        <Announced>
          {isAway && (
            <Alert color="slate" icon={<IconWifiOff aria-hidden="true" />}>
              You cannot sign in offline.
            </Alert>
          )}
        </Announced>
        <Text>{signInSentence(instance.service_name)}</Text>
        <ProviderList
          providers={offeredProviders(instance)}
          // After a sign-out the provider still remembers that person, and the next one may be another person.
          onGo={() => deleteInvitation(sessionStorage)}
          query={{ prompt: prompt ?? (ended === 'signed_out' ? 'select_account' : undefined) }}
        />
      </Stack>
    </>
  )
}

/** The service's notices for people who sign in, such as planned maintenance; empty without one. */
function SignInNotices() {
  const { data } = useQuery(signInNoticesQuery)
  return data?.data.map(({ id, text }) => (
    <Alert key={id} role="note" aria-label="Notice" color="petrol" icon={<IconInfoCircle aria-hidden="true" />}>
      {text}
    </Alert>
  ))
}

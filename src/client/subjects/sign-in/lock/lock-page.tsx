import type { UnlockWay } from '#domain/this-device/unlock-ways'
import { isOpen } from '#offline/outbox-item'
import { Alert, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { IconLock, IconUsers, IconWifiOff } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { appInstanceQuery, meQuery } from '../../../api/session-queries'
import { ConnectionPill } from '../../../device/offline/connection-pill'
import { InstanceBanner } from '../../../ui/instance-banner'
import { useLeaving } from '../leaving/use-leaving'
import { useIsAway } from '../../../device/offline/use-connection'
import { useOutboxPart } from '../../../device/outbox/use-outbox'
import { unsentWhileLocked } from '../../../safety-words'
import { noteGoing } from '../../../session/go-to-provider'
import { deleteInvitation } from '../../../session/pending-invitation'
import { rememberAddress, rememberLockedAddress } from '../../../session/return-address'
import { LOCKED_OUT, PIN_ENDED } from '../unlock/pin-words'
import { WAY_WORDS } from '../unlock/unlock-words'
import { useUnlockView } from '../../../device/unlock/device-unlock'
import { SignInAgainLinks } from '../../../session/sign-in-again-links'
import { useSession } from '../../../session/this-session'
import { BrandMark } from '../../../ui/brand-mark'
import classes from './session-lock.module.css'

const UnlockOffline = lazy(() =>
  import('../unlock/unlock-offline').then(({ UnlockOffline }) => ({ default: UnlockOffline })),
)
const SignOutStep = lazy(() => import('./sign-out-step').then(({ SignOutStep }) => ({ default: SignOutStep })))

/**
 * Everything that a locked screen shows: the service, the connection, the person of the session, the number of unsent actions,
 * and the two ways to continue.
 */
export function LockPage() {
  const router = useRouter()
  const { session } = useSession()
  const { data: me } = useQuery(meQuery)
  const { data: instance } = useQuery({ ...appInstanceQuery, enabled: false })
  const isAway = useIsAway()
  const leaving = useLeaving()
  const unlock = useUnlockView()
  const name = me?.name ?? unlock.name
  const ways = isAway ? unlock.ways : []
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  const go = () => {
    if (session === null) rememberAddress(sessionStorage, router.state, null)
    else rememberLockedAddress(sessionStorage, router.state.location.href, session.sub)
    deleteInvitation(sessionStorage)
    noteGoing()
  }
  return (
    <>
      {instance !== undefined && <InstanceBanner instance={instance} />}
      <main className={classes['cover']} aria-labelledby="locked">
        <Stack className={classes['words'] ?? ''} gap="md">
          <Group justify="space-between">
            <BrandMark height={48} />
            <ConnectionPill />
          </Group>
          <Title order={1} id="locked" ref={heading} tabIndex={-1}>
            This screen is locked
          </Title>
          <Text>
            It was not used for a while. {name ?? 'Its user'} can {waysOn(ways)} to continue.
          </Text>
          <Stack gap="md" className={classes['news'] ?? ''} aria-live="polite">
            <Waiting />
            {isAway && unlock.isPinEnded && <PinEnded isLockedOut={ways.length === 0} />}
            {isAway && !unlock.isPinEnded && ways.length === 0 && <NoWayOffline />}
          </Stack>
          {leaving.isQuestionOpen ? (
            <Suspense fallback={<Skeleton height="8rem" />}>
              <SignOutStep leaving={leaving} />
            </Suspense>
          ) : (
            <>
              {ways.length > 0 && (
                <Suspense fallback={<Skeleton height="24rem" />}>
                  <UnlockOffline ways={ways} />
                </Suspense>
              )}
              {instance !== undefined && !isAway && (
                <SignInAgainLinks instance={instance} name={name} query={LOGIN_PROMPT} onGo={go} />
              )}
              <Button
                variant="default"
                size="lg"
                leftSection={<IconUsers size={20} aria-hidden="true" />}
                loading={leaving.isLeaving}
                onClick={() => leaving.press('another_person')}
              >
                Switch person
              </Button>
            </>
          )}
        </Stack>
      </main>
    </>
  )
}

/** Makes the provider ask for the account again, although it remembers the person. */
const LOGIN_PROMPT = { prompt: 'login' } as const

/** The unsent actions: the session, and so the sending, continues below. */
function Waiting() {
  const own = useOutboxPart((outbox) => outbox.own)
  const sealed = useOutboxPart((outbox) => outbox.sealed)
  const count = own.filter(isOpen).length + sealed
  return count > 0 && <Text>{unsentWhileLocked(count)}</Text>
}

/** The ways for its person to continue: a PIN or passkey on this tablet, or a sign-in. */
const waysOn = (ways: readonly UnlockWay[]): string =>
  ways.length === 0 ? 'sign in' : ways.map((way) => WAY_WORDS[way].use).join(' or ')

function PinEnded({ isLockedOut }: { isLockedOut: boolean }) {
  return (
    <Alert color="red" icon={<IconLock aria-hidden="true" />} title="Your PIN can no longer unlock this tablet">
      {isLockedOut ? LOCKED_OUT : PIN_ENDED}
    </Alert>
  )
}

function NoWayOffline() {
  return (
    <Alert color="slate" icon={<IconWifiOff aria-hidden="true" />} title="You cannot unlock offline">
      Only your sign-in provider can confirm that it is you. Take the tablet to where there is Wi-Fi. You can sign in
      when the connection is back. Nothing is lost.
    </Alert>
  )
}

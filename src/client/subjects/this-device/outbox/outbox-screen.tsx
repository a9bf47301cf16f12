import { isOpen } from '#offline/outbox-item'
import type { StoredAction } from '#contract/stored-action'
import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconLock, IconSend } from '@tabler/icons-react'
import { useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { useConnectionState } from '../../../device/offline/use-connection'
import { InstallHint } from '../../../device/offline/install-hint'
import { StorageHint } from '../../../device/offline/storage-hint'
import { canReachServer } from '../../../device/offline/connection'
import { deviceOutbox } from '../../../device/outbox/device-outbox'
import { UnreleasedActions } from '../../../device/outbox/unreleased-actions'
import { useOutbox } from '../../../device/outbox/use-outbox'
import { paths } from '../../../paths'
import { notOpenedYet, unsentActions } from '../../../safety-words'
import { EmptyState } from '../../../ui/empty-state'
import { TextLink } from '../../../ui/link-button'
import { formatNumber } from '../../../ui/format-number'
import { Instant } from '../../../ui/instant'
import { PageTitle } from '../../../ui/page-title'
import { firstActions, PART } from './first-actions'
import { LostActions } from './lost-actions'
import { OthersWaiting } from '../../../device/outbox/others-waiting'
import { OutboxItem } from './outbox-item'
import classes from './outbox-screen.module.css'
import { UnverifiedActions } from './unverified-actions'

/** Every action on this device that the server has not confirmed, and the confirmed ones of the last day. */
export function OutboxScreen() {
  const { isLoaded, own, unreleased, unverified, sealed, missing, othersMissing, unreadable, unavailable } = useOutbox()
  const canSend = canReachServer(useConnectionState())
  const open = own.filter(isOpen)
  const putAway = unverified.filter(({ put_away }) => put_away !== null)
  const closed = own.filter((action) => !isOpen(action)).toReversed()
  return (
    <>
      <PageTitle
        title="Outbox"
        actions={
          open.length > unreleased.length && (
            <Button
              leftSection={<IconSend size={20} aria-hidden="true" />}
              disabled={!canSend}
              onClick={deviceOutbox.sendNow}
            >
              Send now
            </Button>
          )
        }
      />
      <Text mb="lg" maw="44rem">
        Actions on this tablet that the server has not confirmed yet.{' '}
        <TextLink {...paths.diagnostics()}>About this device</TextLink>
      </Text>
      <LostActions missing={missing} othersMissing={othersMissing} unreadable={unreadable} unavailable={unavailable} />
      <UnreleasedActions />
      <UnverifiedActions unverified={unverified} />
      {sealed > 0 && <SealedNotice count={sealed} />}
      <OthersWaiting />
      <StorageHint />
      <InstallHint />
      {isLoaded && open.length + sealed === 0 && (
        <EmptyState title="Nothing is waiting">
          Flags and dispensed packs that you record offline wait here. They are sent when you are online.
        </EmptyState>
      )}
      <Actions title={unsentActions(open.length)} actions={open} unreleased={unreleased} />
      <Actions title="Done or discarded" actions={closed} unreleased={NONE} />
      {putAway.length > 0 && (
        <Section title="Set aside, never sent">
          <ul className={classes['list']}>
            {putAway.map(({ id, put_away }) => (
              <li key={id} className={classes['item']}>
                <Text size="sm">Action number: {id}</Text>
                {put_away !== null && (
                  <Text size="sm">
                    <Instant at={new Date(put_away.at).toISOString()} zone={null} /> set aside: {put_away.reason}
                  </Text>
                )}
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}

/**
 * The person's own actions that cannot be opened until the server has sent the key, such as after the browser lost it.
 */
function SealedNotice({ count }: { count: number }) {
  return (
    <Alert color="slate" mb="lg" maw="44rem" icon={<IconLock aria-hidden="true" />}>
      {notOpenedYet(count)}
    </Alert>
  )
}

type ActionsProps = { title: string; actions: readonly StoredAction[]; unreleased: readonly StoredAction[] }

/** Actions under a heading. Of many, the first are drawn until more are asked for: each change draws all of them again. */
function Actions({ title, actions, unreleased }: ActionsProps) {
  const [most, setMost] = useState(PART)
  const [inHand, setInHand] = useState<string | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const shown = firstActions(actions, most, inHand)
  if (actions.length === 0) return null
  const showMore = () => {
    flushSync(() => setMost(most + PART))
    // The button may be gone.
    const first = list.current?.children[shown.length]
    if (first instanceof HTMLElement) first.focus()
  }
  return (
    <Section title={title}>
      <ul className={classes['list']} ref={list}>
        {shown.map((action) => (
          <OutboxItem key={action.id} action={action} isReleased={!unreleased.includes(action)} onInHand={setInHand} />
        ))}
      </ul>
      {shown.length < actions.length && (
        <Group>
          <Text>
            Showing {formatNumber(shown.length)} of {formatNumber(actions.length)}
            {shown[0]?.state === 'attention' && ', refused ones first'}.
          </Text>
          <Button variant="default" onClick={showMore}>
            Show {Math.min(PART, actions.length - shown.length)} more
          </Button>
        </Group>
      )}
    </Section>
  )
}

const NONE: readonly StoredAction[] = []

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack component="section" gap="sm" mb="xl">
      <Title order={2} size="h3">
        {title}
      </Title>
      {children}
    </Stack>
  )
}

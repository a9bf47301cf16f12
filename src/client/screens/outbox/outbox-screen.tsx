import { isOpen } from '#offline/outbox-item'
import { Button, Stack, Text, Title } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useConnectionFace } from '../../offline/use-connection'
import { InstallHint } from '../../offline/install-hint'
import { StorageHint } from '../../offline/storage-hint'
import { canReachServer } from '../../offline/connection'
import { deviceOutbox } from '../../outbox/device-outbox'
import { unsentActions, useOutbox } from '../../outbox/use-outbox'
import { paths } from '../../paths'
import { EmptyState } from '../../ui/empty-state'
import { TextLink } from '../../ui/link-button'
import { PageTitle } from '../../ui/page-title'
import { LostActions } from './lost-actions'
import { OthersWaiting } from '../../outbox/others-waiting'
import { OutboxItem } from './outbox-item'
import classes from './outbox-screen.module.css'

/** Every action that was taken on this device and that the server has not confirmed, and for a day those that it has. */
export function OutboxScreen() {
  const { isKnown, own, missing, othersMissing, unreadable, unavailable } = useOutbox()
  const canSend = canReachServer(useConnectionFace())
  const open = own.filter(isOpen)
  const closed = own.filter((action) => !isOpen(action)).toReversed()
  return (
    <>
      <PageTitle
        title="Outbox"
        actions={
          open.length > 0 && (
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
        What you did on this device stands here until the server has confirmed it. Nothing leaves this list unseen.{' '}
        <TextLink {...paths.diagnostics()}>About this device</TextLink>
      </Text>
      <LostActions missing={missing} othersMissing={othersMissing} unreadable={unreadable} unavailable={unavailable} />
      <OthersWaiting />
      <StorageHint />
      <InstallHint />
      {isKnown && open.length === 0 && (
        <EmptyState title="Nothing is waiting">
          Flags and dispensed packs that you record without a connection wait here, and go out when it is back.
        </EmptyState>
      )}
      {open.length > 0 && (
        <Section title={unsentActions(open.length)}>
          {open.map((action) => (
            <OutboxItem key={action.id} action={action} />
          ))}
        </Section>
      )}
      {closed.length > 0 && (
        <Section title="Done or given up">
          {closed.map((action) => (
            <OutboxItem key={action.id} action={action} />
          ))}
        </Section>
      )}
    </>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack component="section" gap="sm" mb="xl">
      <Title order={2} size="h3">
        {title}
      </Title>
      <ul className={classes['list']}>{children}</ul>
    </Stack>
  )
}

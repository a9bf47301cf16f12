import type { StoredAction } from '#contract/stored-action'
import type { UnverifiedItem } from '#offline/outbox-content'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconShieldQuestion } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { deviceOutbox } from '../../../device/outbox/device-outbox'
import { notSavedWords } from '../../../safety-words'
import { Instant } from '../../../ui/instant'
import { PutAwayDialog } from './put-away-dialog'

/** What stands in the outbox in the person's name without proof that it is theirs. Nothing of it is sent by itself. */
export function UnprovenActions({
  legacy,
  unverified,
}: {
  legacy: readonly StoredAction[]
  unverified: readonly UnverifiedItem[]
}) {
  const doubtful = unverified.filter(({ put_away }) => put_away === null)
  return (
    <>
      {legacy.map((action) => (
        <LegacyAction key={action.id} action={action} />
      ))}
      {doubtful.map(({ id }) => (
        <Unproven key={id} title="An action in your name cannot be verified">
          <Text>
            It was changed, damaged, or saved on this tablet by someone else. It will never be sent. Check your recent
            flags and dispensed packs, and record again what is missing.
          </Text>
          <Text size="sm">Action number: {id}</Text>
          <PutAway id={id} />
        </Unproven>
      ))}
    </>
  )
}

function LegacyAction({ action: { id, label, trial, performed_at } }: { action: StoredAction }) {
  const [fault, setFault] = useState<string | null>(null)
  const send = async () => {
    try {
      await deviceOutbox.release([id])
    } catch (error) {
      setFault(notSavedWords(error))
    }
  }
  return (
    <Unproven title={`${label}: saved by an older version of the app`}>
      <Text>
        {trial.title} · done <Instant at={performed_at} zone={null} />
      </Text>
      <Text>It was saved without protection, so anyone could have changed it. Send it only if you did this.</Text>
      {fault !== null && <Text role="alert">{fault}</Text>}
      <PutAway id={id}>
        <Button onClick={() => void send()}>Send this action</Button>
      </PutAway>
    </Unproven>
  )
}

function Unproven({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Alert color="red" mb="lg" maw="44rem" title={title} icon={<IconShieldQuestion aria-hidden="true" />}>
      <Stack gap="xs">{children}</Stack>
    </Alert>
  )
}

function PutAway({ id, children }: { id: string; children?: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Group gap="xs">
      {children}
      <Button variant="default" onClick={() => setIsOpen(true)}>
        Set aside…
      </Button>
      {isOpen && <PutAwayDialog id={id} onClose={() => setIsOpen(false)} />}
    </Group>
  )
}

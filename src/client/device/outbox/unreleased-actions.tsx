import { Alert, Button, List, Text } from '@mantine/core'
import { IconClockUp, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { CHECK_EARLIER, fromEarlierSession, notSavedWords, unsentActions } from '../../safety-words'
import { Instant } from '../../ui/instant'
import { deviceOutbox } from './device-outbox'
import { useOutbox } from './use-outbox'

/** Lists the person's unsent actions of an earlier session, with a button that sends them; empty where there are none. */
export function UnreleasedActions() {
  const { unreleased } = useOutbox()
  const [fault, setFault] = useState<string | null>(null)
  if (unreleased.length === 0) return null
  const send = async () => {
    try {
      await deviceOutbox.release(unreleased.map(({ id }) => id))
      setFault(null)
    } catch (error) {
      setFault(notSavedWords(error))
    }
  }
  return (
    <Alert
      color="amber"
      mb="md"
      maw="44rem"
      title={fromEarlierSession(unreleased.length)}
      icon={<IconClockUp aria-hidden="true" />}
    >
      <Text>{CHECK_EARLIER}</Text>
      <List my="sm">
        {unreleased.map(({ id, label, trial, performed_at }) => (
          <List.Item key={id}>
            {label} · {trial.title} · done <Instant at={performed_at} zone={null} />
          </List.Item>
        ))}
      </List>
      {fault !== null && (
        <Text role="alert" mb="sm">
          {fault}
        </Text>
      )}
      <Button leftSection={<IconSend size={20} aria-hidden="true" />} onClick={() => void send()}>
        Send {unsentActions(unreleased.length)}
      </Button>
    </Alert>
  )
}

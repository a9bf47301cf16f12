import { Alert, Button, List, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { deviceOutbox } from '../../outbox/device-outbox'
import { unsentActions, type ShownOutbox } from '../../outbox/use-outbox'

/** What went wrong with the outbox itself: nothing can be kept here, or something that was kept cannot be found or read. */
export function LostActions({
  missing,
  othersMissing,
  unreadable,
  unavailable,
}: Pick<ShownOutbox, 'missing' | 'othersMissing' | 'unreadable' | 'unavailable'>) {
  return (
    <>
      {unavailable !== null && (
        <Trouble title="Nothing can be saved on this device">
          <Text>
            {unavailable.why === 'newer'
              ? 'The app has been updated in another tab. Reload this page.'
              : 'Flags and dispensing cannot be recorded here, with or without the connection: this browser keeps no data for the portal. Leave the private window, or use another device.'}
          </Text>
          <Text size="sm">{unavailable.words}</Text>
        </Trouble>
      )}
      {missing.length > 0 && (
        <Trouble title={`${unsentActions(missing.length)} cannot be found on this device`}>
          <Text>
            The browser has lost them, and the server may not have heard of them. Look at each in the portal, and do it
            again where it is not there.
          </Text>
          <List>
            {missing.map(({ id, label }) => (
              <List.Item key={id}>{label ?? 'An action that this tablet can no longer name'}</List.Item>
            ))}
          </List>
          <Button variant="default" mt="sm" onClick={deviceOutbox.acknowledgeMissing}>
            I have taken note of them
          </Button>
        </Trouble>
      )}
      {othersMissing.map(({ name, count }) => (
        <Trouble key={name} title={`${unsentActions(count)} by ${name} cannot be found on this device`}>
          <Text>{name} sees which when signing in here.</Text>
        </Trouble>
      ))}
      {unreadable.length > 0 && (
        <Trouble title={`${unsentActions(unreadable.length)} cannot be read by this version of the app`}>
          <Text>They stay here. Reload this page to get the newest version.</Text>
        </Trouble>
      )}
    </>
  )
}

function Trouble({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Alert color="red" mb="lg" maw="44rem" title={title} icon={<IconAlertTriangle aria-hidden="true" />}>
      {children}
    </Alert>
  )
}

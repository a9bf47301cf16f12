import { Alert, Button, List, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { deviceOutbox } from '../../../device/outbox/device-outbox'
import type { ShownOutbox } from '../../../device/outbox/use-outbox'
import {
  cannotBeFound,
  CHECK_LOST,
  HAVE_CHECKED_LOST,
  NOTHING_CAN_BE_SAVED,
  unsentActions,
} from '../../../safety-words'

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
        <Trouble title={NOTHING_CAN_BE_SAVED.title}>
          <Text>
            {unavailable.why === 'newer'
              ? 'The app has been updated in another tab. Reload this page.'
              : NOTHING_CAN_BE_SAVED.words}
          </Text>
          <Text size="sm">{unavailable.words}</Text>
        </Trouble>
      )}
      {missing.length > 0 && (
        <Trouble title={cannotBeFound(missing.length)}>
          <Text>{CHECK_LOST}</Text>
          <List>
            {missing.map(({ id, label }) => (
              <List.Item key={id}>{label ?? 'An action whose name was lost'}</List.Item>
            ))}
          </List>
          <Button variant="default" mt="sm" onClick={deviceOutbox.acknowledgeMissing}>
            {HAVE_CHECKED_LOST}
          </Button>
        </Trouble>
      )}
      {othersMissing.map(({ name, count }) => (
        <Trouble key={name} title={cannotBeFound(count, name)}>
          <Text>{name} can sign in on this tablet to see which ones.</Text>
        </Trouble>
      ))}
      {unreadable.length > 0 && (
        <Trouble title={`${unsentActions(unreadable.length)} cannot be read by this version of the app`}>
          <Text>They stay on this tablet. Reload this page to get the newest version.</Text>
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

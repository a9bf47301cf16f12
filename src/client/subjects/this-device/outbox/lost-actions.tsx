import { Alert, Button, List, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { deviceOutbox } from '../../../device/outbox/device-outbox'
import type { ShownOutbox } from '../../../device/outbox/use-outbox'
import {
  cannotBeFound,
  CHECK_LOST,
  HAVE_CHECKED_LOST,
  missingOf,
  NOTHING_CAN_BE_SAVED,
  UNNAMED_ACTION,
  unreadableWords,
  UPDATED_IN_ANOTHER_TAB,
} from '../../../safety-words'

/** The faults of the outbox itself: nothing can be stored here, or a stored action is missing or unreadable. */
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
          <Text>{unavailable.cause === 'newer' ? UPDATED_IN_ANOTHER_TAB : NOTHING_CAN_BE_SAVED.words}</Text>
          <Text size="sm">{unavailable.words}</Text>
        </Trouble>
      )}
      {missing.length > 0 && (
        <Trouble title={cannotBeFound(missing.length)}>
          <Text>{CHECK_LOST}</Text>
          <List>
            {missing.map(({ id, label }) => (
              <List.Item key={id}>{label ?? UNNAMED_ACTION}</List.Item>
            ))}
          </List>
          <Button variant="default" mt="sm" onClick={deviceOutbox.acknowledgeMissing}>
            {HAVE_CHECKED_LOST}
          </Button>
        </Trouble>
      )}
      {othersMissing.map(({ name, count }) => (
        <Trouble key={name} title={cannotBeFound(count, name)}>
          <Text>{missingOf(name)}</Text>
        </Trouble>
      ))}
      {unreadable.length > 0 && (
        <Trouble title={unreadableWords(unreadable.length).title}>
          <Text>{unreadableWords(unreadable.length).words}</Text>
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

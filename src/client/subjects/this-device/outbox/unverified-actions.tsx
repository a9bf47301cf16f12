import type { UnverifiedItem } from '#offline/outbox-content'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconShieldQuestion } from '@tabler/icons-react'
import { deviceOutbox } from '../../../device/outbox/device-outbox'
import { CHANGED_IN_ANOTHER_TAB, SET_ASIDE, UNVERIFIED } from '../../../safety-words'
import { ReasonDialog } from './reason-dialog'

/** The unreadable items in the outbox under the person's name. None of them is ever sent. */
export function UnverifiedActions({ unverified }: { unverified: readonly UnverifiedItem[] }) {
  return unverified
    .filter(({ put_away }) => put_away === null)
    .map(({ id }) => (
      <Alert
        key={id}
        color="red"
        mb="lg"
        maw="44rem"
        title={UNVERIFIED.title}
        icon={<IconShieldQuestion aria-hidden="true" />}
      >
        <Stack gap="xs">
          <Text>{UNVERIFIED.words}</Text>
          <Text size="sm">Action number: {id}</Text>
          <PutAway id={id} />
        </Stack>
      </Alert>
    ))
}

function PutAway({ id }: { id: string }) {
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <Group gap="xs">
      <Button variant="default" onClick={open}>
        Set aside…
      </Button>
      {isOpen && <PutAwayDialog id={id} onClose={close} />}
    </Group>
  )
}

/** Puts away an item whose author cannot be proved, with the reason. */
function PutAwayDialog({ id, onClose }: { id: string; onClose: () => void }) {
  return (
    <ReasonDialog
      title="Set aside an unverified action"
      words={SET_ASIDE}
      button="Set this action aside"
      confirm={(reason) => deviceOutbox.putAway(id, reason)}
      tooLate={CHANGED_IN_ANOTHER_TAB}
      onClose={onClose}
    />
  )
}

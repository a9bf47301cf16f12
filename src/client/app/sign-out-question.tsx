import { isOpen } from '#offline/outbox-item'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useIsAway } from '../offline/use-connection'
import { deviceOutbox } from '../outbox/device-outbox'
import { unsentActions, useOutbox } from '../outbox/use-outbox'
import type { Leaving } from './use-leaving'

/** What is asked of whoever signs out with actions that the server has not confirmed. */
export const SIGN_OUT_QUESTION = 'Sign out with unsent actions?'

/** What becomes of them, and the choice: to send them now, to stay, or to leave them here. */
export function SignOutQuestion({ isLeaving, stay, leave }: Pick<Leaving, 'isLeaving' | 'stay' | 'leave'>) {
  const { own } = useOutbox()
  const unsent = own.filter(isOpen)
  const isAway = useIsAway()
  return (
    <Stack gap="md">
      <Text aria-live="polite">
        {unsent.length === 0
          ? 'Everything has been sent.'
          : `${unsentActions(unsent.length)} ${unsent.length === 1 ? 'stays' : 'stay'} on this tablet for you, and ${
              unsent.length === 1 ? 'goes' : 'go'
            } out when you sign in here again. Nobody else can see or send ${unsent.length === 1 ? 'it' : 'them'}.`}
      </Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" data-autofocus onClick={stay}>
          Cancel
        </Button>
        {unsent.length > 0 && (
          <Button variant="default" disabled={isAway} onClick={deviceOutbox.sendNow}>
            Send now
          </Button>
        )}
        <Button loading={isLeaving} onClick={leave}>
          Sign out
        </Button>
      </Group>
    </Stack>
  )
}

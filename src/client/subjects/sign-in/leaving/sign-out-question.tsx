import { isOpen } from '#offline/outbox-item'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useIsAway } from '../../../device/offline/use-connection'
import { deviceOutbox } from '../../../device/outbox/device-outbox'
import { useOutbox } from '../../../device/outbox/use-outbox'
import { staysUnsent, UNSENT_NOT_KNOWN } from '../../../safety-words'
import type { Leaving } from './use-leaving'
import { Dialog } from '../../../ui/dialog'

/** The title of the question before a sign-out with unconfirmed actions. */
export const SIGN_OUT_QUESTION = 'Sign out with unsent actions?'

/** Says what happens to the actions, and lets the person send them now, stay, or sign out. */
export function SignOutQuestion({ stay, leave }: Pick<Leaving, 'stay' | 'leave'>) {
  const { own, unreleased, sealed, isLoaded, unavailable } = useOutbox()
  const unsent = own.filter(isOpen).length + sealed
  const released = unsent - unreleased.length - sealed
  const isAway = useIsAway()
  return (
    <Stack gap="md">
      <Text aria-live="polite">{isLoaded && unavailable === null ? staysUnsent(unsent) : UNSENT_NOT_KNOWN}</Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" data-autofocus onClick={stay}>
          Cancel
        </Button>
        {released > 0 && (
          <Button variant="default" disabled={isAway} onClick={deviceOutbox.sendNow}>
            Send now
          </Button>
        )}
        <Button onClick={leave}>Sign out</Button>
      </Group>
    </Stack>
  )
}

/** The question before a sign-out with unsent actions, above the page. */
export function SignOutDialog({ leaving }: { leaving: Leaving }) {
  const { stay } = leaving
  return (
    <Dialog isOpen onClose={stay} title={SIGN_OUT_QUESTION}>
      <SignOutQuestion {...leaving} />
    </Dialog>
  )
}

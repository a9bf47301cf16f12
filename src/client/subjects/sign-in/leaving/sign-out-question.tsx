import { isOpen } from '#offline/outbox-item'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { useIsUnsettled } from '../../../browser/busy'
import { useIsAway } from '../../../device/offline/use-connection'
import { deviceOutbox } from '../../../device/outbox/device-outbox'
import { useOutbox } from '../../../device/outbox/use-outbox'
import { RESULT_NOT_KNOWN, staysUnsent, UNSENT_NOT_KNOWN } from '../../../safety-words'
import type { Leaving } from './use-leaving'
import { Dialog } from '../../../ui/dialog'

/** The title of the question before a sign-out with unconfirmed actions, or with a randomisation whose outcome is not known yet. */
export const useSignOutTitle = (): string =>
  useIsUnsettled() ? RESULT_NOT_KNOWN.title : 'Sign out with unsent actions?'

/** Says what happens to the actions and what is not known yet, and lets the person send them now, stay, or sign out. */
export function SignOutQuestion({ stay, leave }: Pick<Leaving, 'stay' | 'leave'>) {
  const { own, unreleased, sealed, isLoaded, unavailable } = useOutbox()
  const isUnsettled = useIsUnsettled()
  const [wasUnsettled] = useState(isUnsettled)
  // The outcome is there, and must be read before anyone leaves.
  const closeOnOutcome = useEffectEvent((isUnsettled: boolean) => {
    if (wasUnsettled && !isUnsettled) stay()
  })
  useEffect(() => closeOnOutcome(isUnsettled), [isUnsettled])
  const unsent = own.filter(isOpen).length + sealed
  const released = unsent - unreleased.length - sealed
  const isAway = useIsAway()
  // The outbox has no randomisation: that everything in it was sent would sound as if this one were settled.
  const sentWords = isUnsettled && unsent === 0 ? '' : staysUnsent(unsent)
  const outboxWords = isLoaded && unavailable === null ? sentWords : UNSENT_NOT_KNOWN
  return (
    <Stack gap="md">
      {isUnsettled && <Text>{RESULT_NOT_KNOWN.words}</Text>}
      <Text aria-live="polite">{outboxWords}</Text>
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
    <Dialog isOpen onClose={stay} title={useSignOutTitle()}>
      <SignOutQuestion {...leaving} />
    </Dialog>
  )
}

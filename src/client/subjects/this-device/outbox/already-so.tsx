import type { StoredAction } from '#contract/stored-action'
import { Button, CopyButton, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { deviceOutbox } from '../../../device/outbox/device-outbox'
import { CHANGED_IN_ANOTHER_TAB, DONE_BY_ANOTHER, notSavedWords } from '../../../safety-words'

/** Whether an action was refused because its effect holds already: sent again, it would only be refused again. */
export const isAlreadySo = ({ state, notes }: StoredAction): boolean =>
  state === 'attention' && notes.findLast(({ event }) => event === 'refused')?.refusal?.code === 'flag_state_unchanged'

/** Closes a flag that another person has set meanwhile; the comment, which exists nowhere else, stays to be copied. */
export function AlreadySo({ action }: { action: StoredAction }) {
  const [fault, setFault] = useState<string | null>(null)
  const comment = action.call?.body.comment ?? ''
  const close = async () => {
    try {
      const isClosed = await deviceOutbox.discard(action.id, `someone else did it first. Your comment: ${comment}`)
      if (!isClosed) setFault(CHANGED_IN_ANOTHER_TAB)
    } catch (error) {
      setFault(notSavedWords(error))
    }
  }
  return (
    <Stack gap="xs">
      <Text>{DONE_BY_ANOTHER}</Text>
      <Text fs="italic" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {comment}
      </Text>
      {fault !== null && (
        <Text c="red" role="alert">
          {fault}
        </Text>
      )}
      <Group gap="xs">
        <Button onClick={() => void close()}>Close this action</Button>
        <CopyButton value={comment}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? 'Comment copied' : 'Copy the comment'}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Stack>
  )
}

import type { RowProgress } from '#contract/row-count'
import { Stack, Text } from '@mantine/core'
import { Announced } from '../../../ui/announced'
import { counted } from '../../../ui/format-number'
import { RowsProgress } from '../../../ui/rows-progress'
import { WaitingBar } from '../../../ui/waiting-bar'

/** The progress of sending a list; at its end, that the server is storing it, all at once. */
export function ImportSending({ sent }: { sent: RowProgress }) {
  const isAllSent = sent.done === sent.of
  return (
    <Stack gap="xs">
      <Text>
        {isAllSent
          ? `${counted(sent.of, 'pack')} sent. The server checks them and stores all or none.`
          : `Sending ${counted(sent.of, 'pack')} to be stored, all or none.`}{' '}
        Keep this page open.
      </Text>
      {isAllSent ? (
        <Announced>
          <WaitingBar label="All packs are sent. The server is storing them" />
        </Announced>
      ) : (
        <RowsProgress rows={sent} label="Packs sent" noun="pack" />
      )}
    </Stack>
  )
}

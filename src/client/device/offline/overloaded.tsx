import { IconClockPause } from '@tabler/icons-react'
import { counted } from '../../ui/format-number'
import { Announced } from '../../ui/announced'
import { StateNotice } from '../../ui/state-notice'

/** Shown instead of a skeleton while an overloaded server's retry waits, so many milliseconds after the refusal. */
export function Overloaded({ retryAfterMs }: { retryAfterMs: number }) {
  return (
    <Announced>
      <StateNotice tone="amber" icon={IconClockPause} title="The portal has too much to do at the moment">
        This page tries again automatically in {counted(retryAfterMs / 1000, 'second')}. Randomising and unblinding go
        first.
      </StateNotice>
    </Announced>
  )
}

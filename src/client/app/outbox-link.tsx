import { IconClockUp, IconMailX } from '@tabler/icons-react'
import { counterWords, useOutbox } from '../device/outbox/use-outbox'
import { paths } from '../paths'
import { LinkButton } from '../ui/link-button'

/** The number of the person's unconfirmed actions, as a link to them; nothing where there are none. */
export function OutboxLink() {
  const outbox = useOutbox()
  const { own, missing, unreadable, unverified } = outbox
  const lost = missing.length + unreadable.length
  const doubtful = unverified.filter(({ put_away }) => put_away === null).length
  const words = lost > 0 ? `${lost} lost` : doubtful > 0 ? `${doubtful} not verified` : counterWords(outbox)
  const isGrave = lost + doubtful > 0 || own.some(({ state }) => state === 'attention')
  const Icon = isGrave ? IconMailX : IconClockUp
  return (
    <div aria-live="polite">
      {words !== null && (
        <LinkButton
          {...paths.outbox()}
          variant="light"
          color={isGrave ? 'red' : 'amber'}
          leftSection={<Icon size={20} aria-hidden="true" />}
        >
          {words}
        </LinkButton>
      )}
    </div>
  )
}

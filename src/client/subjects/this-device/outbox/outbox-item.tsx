import type { StoredAction } from '#contract/stored-action'
import { isBlockedByFirewall, mayDiscard, MOST_TRIES_NOTED } from '#offline/outbox-item'
import { Button, Group, Text } from '@mantine/core'
import { memo, useState } from 'react'
import { useBlockedReason } from '../../../device/outbox/blocked-reason'
import { formatNumber } from '../../../ui/format-number'
import { Instant } from '../../../ui/instant'
import { AlreadySo, isAlreadySo } from './already-so'
import { CorrectDialog } from './correct-dialog'
import { discardedWords, MAY_BE_RECORDED, TELL_IT_TEAM, TOO_LATE_TO_DISCARD } from '../../../safety-words'
import { mayBeRecorded } from './may-be-recorded'
import classes from './outbox-screen.module.css'
import { OutboxStateBadge } from './outbox-state-badge'
import { PackMeanwhile } from './pack-meanwhile'
import { deviceOutbox } from '../../../device/outbox/device-outbox'
import { ReasonDialog } from './reason-dialog'

type OutboxItemProps = {
  action: StoredAction
  isReleased: boolean
  /** Called with the id while a dialog about the action is open, then with null. */
  onInHand: (id: string | null) => void
}

/**
 * One action: its label, its state, the server's words, and the possible next steps. It is drawn again only when it changes,
 * not with each of the others that is sent.
 */
export const OutboxItem = memo(function OutboxItem({ action, isReleased, onInHand }: OutboxItemProps) {
  const blockedReason = useBlockedReason(action.id)
  const [dialog, setDialog] = useState<'correct' | 'discard' | null>(null)
  const show = (opened: typeof dialog) => {
    setDialog(opened)
    onInHand(opened === null ? null : action.id)
  }
  const close = () => show(null)
  const isRefused = action.state === 'attention'
  return (
    <li className={classes['item']} tabIndex={-1}>
      <Group justify="space-between" gap="xs">
        <span className={classes['label']}>{action.label}</span>
        <OutboxStateBadge action={action} isReleased={isReleased} />
      </Group>
      <Text size="sm" c="dimmed">
        {action.trial.title} · done <Instant at={action.performed_at} zone={null} />
      </Text>
      {blockedReason !== null && (
        <Text size="sm" className={classes['held-back'] ?? ''}>
          {blockedReason}
        </Text>
      )}
      {mayBeRecorded(action) && <Text size="sm">{isOpenAtFirewall(action) ? TELL_IT_TEAM : MAY_BE_RECORDED}</Text>}
      {action.attempts > MOST_TRIES_NOTED / 2 && (
        <Text size="sm">Tried to send {formatNumber(action.attempts)} times. Only the latest are listed.</Text>
      )}
      <ol className={classes['story']}>
        {action.notes.map(({ at, event, words, refusal }, place) => (
          // Two notes may have the same time, and their order is fixed.
          <li key={`${at} ${place}`}>
            <Instant at={new Date(at).toISOString()} zone={null} /> {EVENTS[event]}
            {words !== null && words !== '' && `: ${words}`}
            {refusal?.packs?.map((pack) => (
              <Text key={pack.id} component="span" display="block">
                Pack <span className="identifier">{pack.pack_id}</span> is now <PackMeanwhile pack={pack} />
              </Text>
            ))}
          </li>
        ))}
      </ol>
      {isAlreadySo(action) ? (
        <AlreadySo action={action} />
      ) : (
        mayDiscard(action) && (
          <Group gap="xs">
            {isRefused && (
              <Button aria-label={`Edit and send again: ${action.label}`} onClick={() => show('correct')}>
                Edit and send again
              </Button>
            )}
            <Button variant="default" aria-label={`Discard: ${action.label}`} onClick={() => show('discard')}>
              Discard…
            </Button>
          </Group>
        )
      )}
      {dialog === 'correct' && <CorrectDialog action={action} onClose={close} />}
      {dialog === 'discard' && <DiscardDialog action={action} onClose={close} />}
    </li>
  )
})

const EVENTS: Record<StoredAction['notes'][number]['event'], string> = {
  stored: 'saved on this tablet',
  sent: 'tried to send',
  accepted: 'confirmed by the server',
  released: 'checked and sent by you',
  unanswered: 'not confirmed',
  abandoned: 'waiting again after the app was closed',
  signed_out: 'signed out',
  signed_in: 'waiting again after sign-in',
  refused: 'refused',
  corrected: 'replaced by a corrected action',
  discarded: 'discarded',
}

const isOpenAtFirewall = ({ state, notes }: StoredAction): boolean => state === 'waiting' && isBlockedByFirewall(notes)

/** Whether the server may have the action; a waiting one that was sent is perhaps being sent again meanwhile. */
const mayHaveIt = (action: StoredAction): boolean =>
  mayBeRecorded(action) || (action.state !== 'attention' && action.attempts > 0)

/** Discards an action, with the reason. */
function DiscardDialog({ action, onClose }: { action: StoredAction; onClose: () => void }) {
  return (
    <ReasonDialog
      title={`Discard: ${action.label}`}
      words={discardedWords(mayHaveIt(action))}
      button="Discard this action"
      confirm={(reason) => deviceOutbox.discard(action.id, reason)}
      tooLate={TOO_LATE_TO_DISCARD}
      onClose={onClose}
    />
  )
}

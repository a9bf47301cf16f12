import type { StoredAction } from '#contract/stored-action'
import { isOpen } from '#offline/outbox-item'
import { IconClockUp, IconMailX } from '@tabler/icons-react'
import { paths } from '../../../paths'
import { formatInstant } from '../../../ui/format-time'
import { unsentActions } from '../../../safety-words'
import { shortTitle } from '../../../ui/short-title'
import type { ForYouItem } from './for-you-item'

const REVIEW = { label: 'Review', path: paths.outbox() } as const

/** The refused actions, each until the person has decided about it. */
export const refusedItems = (own: readonly StoredAction[]): ForYouItem[] =>
  own
    .filter(({ state }) => state === 'attention')
    .map(({ id, label, trial, notes }) => {
      const refusal = notes.findLast(({ event }) => event === 'refused')
      const at = refusal === undefined ? '' : ` ${formatInstant(new Date(refusal.at).toISOString(), null)}`
      const reason = refusal?.words ? `: ${refusal.words}` : ''
      return {
        key: `refused ${id}`,
        tone: 'red',
        icon: IconMailX,
        sentence: [`${label}: not saved`],
        detail: `${shortTitle(trial.title).name} · refused${at}${reason}`,
        link: REVIEW,
      }
    })

/** The unsent actions, in one item. */
export const waitingItems = (own: readonly StoredAction[]): ForYouItem[] => {
  const waiting = own.filter((action) => isOpen(action) && action.state !== 'attention')
  const [first] = waiting
  if (first === undefined) return []
  const label = waiting.length === 1 ? `: ${first.label}` : ''
  return [
    {
      key: 'waiting',
      tone: 'amber',
      icon: IconClockUp,
      sentence: [`${unsentActions(waiting.length)}${label}`],
      detail: `${shortTitle(first.trial.title).name} · saved on this tablet ${formatInstant(first.performed_at, null)}`,
      link: REVIEW,
    },
  ]
}

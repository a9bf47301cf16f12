import { counterWords, useOutbox } from '../device/outbox/use-outbox'

/** The text about the person's unconfirmed actions; grave where it needs them; null where there are none. */
export type OutboxCount = { text: string; isGrave: boolean } | null

export const useOutboxCount = (): OutboxCount => {
  const outbox = useOutbox()
  const { own, missing, unreadable, unverified } = outbox
  const lost = missing.length + unreadable.length
  const doubtful = unverified.filter(({ put_away }) => put_away === null).length
  const text = lost > 0 ? `${lost} lost` : doubtful > 0 ? `${doubtful} not verified` : counterWords(outbox)
  const isGrave = lost + doubtful > 0 || own.some(({ state }) => state === 'attention')
  return text === null ? null : { text, isGrave }
}

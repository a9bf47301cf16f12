import type { Message } from '#contract/messages'
import type { MessageRow } from '../../../ground/db/trial-messages'

/** An email as a list shows it: recipient, subject and state. */
export const shownMessage = (row: MessageRow): Message => {
  const { recipient_name, recipient_address, from: _from, to: _to, site_title: _site, ...shown } = row
  return {
    ...shown,
    recipient: `${recipient_name} <${recipient_address}>`,
    event: eventOf(row),
  }
}

/** A change of status by its two statuses, and an event at a site by the site. */
const eventOf = ({ kind, from, to, site_title }: MessageRow): string | null => {
  if (from !== null && to !== null) return `${from} → ${to}`
  return SITE_KINDS.some((one) => one === kind) ? site_title : null
}

/** Not after a change by blinded people: blinded readers of the list get no such letter, and learn no more of it than its kind. */
const SITE_KINDS: readonly MessageRow['kind'][] = [
  'site_opened',
  'study_packs_missing',
  'low_stock',
  'cap_near',
  'waiting_list',
]

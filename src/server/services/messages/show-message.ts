import type { Message } from '#contract/messages'
import type { MessageRow } from '../../db/trial-messages'

/** An e-mail as a list shows it. */
export const shownMessage = ({ recipient_name, recipient_address, ...row }: MessageRow): Message => ({
  ...row,
  recipient: `${recipient_name} <${recipient_address}>`,
})

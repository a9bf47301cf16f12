import { MESSAGE_KINDS, MESSAGE_STATES } from '#domain/people/notifications'
import { supportedPageSize } from '#domain/paging'
import * as v from 'valibot'
import { endpoint } from './endpoint'
import { id, idInAddress, instant, listOf, order, page, repeated } from './fields'
import { inTrial } from './needs'

/** An email as the people who manage a trial may see it: recipient and state, never its text. */
const message = v.strictObject({
  id,
  kind: v.picklist(Object.keys(MESSAGE_KINDS)),
  /** Name and address, as an email's header writes them. */
  recipient: v.string(),
  // An older server, beside which a new one runs during an upgrade, leaves it out.
  recipient_user_id: v.exactOptional(id),
  state: v.picklist(MESSAGE_STATES),
  attempts: v.number(),
  queued_at: instant,
  sent_at: v.nullable(instant),
  /** The participant concerned, with the trial's own ID for them. */
  participant: v.nullable(v.strictObject({ id, trial_sequence_no: id, participant_id: v.nullable(v.string()) })),
  /** Details of the event, such as a trial's statuses before and after, or the opened site. */
  event: v.nullable(v.string()),
  /** Why the last attempt failed. */
  error: v.nullable(v.string()),
})
export type Message = v.InferOutput<typeof message>

const ofTrial = { trial_id: idInAddress }

/** 100 by default, since these lists are searched for failures. */
const pageSize = v.optional(
  v.pipe(
    v.string(),
    v.transform((text) => supportedPageSize(Number(text))),
  ),
  '100',
)

export const listMessages = endpoint({
  method: 'GET',
  path: 'trials/{trial_id}/messages',
  summary: 'List a trial’s emails, sent or queued, without their contents, newest first unless asked otherwise',
  needs: inTrial('viewMessages'),
  parameters: ofTrial,
  query: {
    page,
    page_size: pageSize,
    /** The time of queueing alone: it is the order of the ids, for which there is an index. */
    sort: v.optional(v.picklist(['queued'], 'Must be queued'), 'queued'),
    order: order('desc'),
    state: repeated(v.picklist(MESSAGE_STATES)),
  },
  status: 200,
  response: listOf(message),
  is_versioned: true,
})

export const resendMessage = endpoint({
  method: 'POST',
  path: 'trials/{trial_id}/messages/{message_id}/resend',
  summary: 'Send an email again, to the recipient’s current address',
  needs: inTrial('resendMessage', { to_see: 'viewMessages' }),
  parameters: { ...ofTrial, message_id: idInAddress },
  status: 201,
  touches: ['trials/{trial_id}/messages'],
  response: message,
  errors: ['message_not_resendable'],
})

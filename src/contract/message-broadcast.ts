import * as v from 'valibot'
import { endpoint, none, nothing } from './endpoint'
import { exactObject, requiredText } from './fields'
import { requiredLine } from './user-fields'

const path = 'users/message-broadcast'

/** To how many people it goes. */
const counted = v.strictObject({ count: v.number() })

/** What is written to everybody; blank lines part the paragraphs of its body. */
export const broadcastForm = exactObject({ subject: requiredLine(150), body: requiredText(5000) })

export const countBroadcast = endpoint({
  method: 'GET',
  path,
  summary: 'Count the users who would receive a broadcast now',
  access: 'signed_in',
  status: 200,
  response: counted,
  errors: ['forbidden'],
  parameters: none,
  query: none,
  body: nothing,
})

export const broadcastMessage = endpoint({
  method: 'POST',
  path,
  summary: 'Email every user whose account is active and has not expired',
  access: 'signed_in',
  body: broadcastForm,
  status: 201,
  response: counted,
  errors: ['forbidden'],
  parameters: none,
  query: none,
})

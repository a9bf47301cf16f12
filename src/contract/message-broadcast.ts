import * as v from 'valibot'
import { endpoint } from './endpoint'
import { exactObject, requiredText } from './fields'
import { requiredLine } from './user-fields'
import { inSystem } from './needs'

const path = 'users/message-broadcast'

/** The number of recipients. */
const counted = v.strictObject({ count: v.number() })

/** A message to everybody; blank lines separate the paragraphs of its body. */
export const broadcastForm = exactObject({ subject: requiredLine(150), body: requiredText(5000) })

export const countBroadcast = endpoint({
  method: 'GET',
  path,
  summary: 'Count the users who would receive a broadcast now',
  needs: inSystem('manageUsers'),
  status: 200,
  response: counted,
})

export const broadcastMessage = endpoint({
  method: 'POST',
  path,
  summary: 'Email every user whose account is active and has not expired',
  needs: inSystem('manageUsers'),
  body: broadcastForm,
  status: 201,
  touches: [],
  response: counted,
})

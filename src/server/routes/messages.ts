import { api } from '#contract/api'
import { read, write, type Route } from '../http/route'
import { listMessages } from '../services/messages/list-messages'
import { resendMessage } from '../services/messages/resend-message'

export const messageRoutes: readonly Route[] = [
  read(api.listMessages, listMessages),
  write(api.resendMessage, resendMessage),
]

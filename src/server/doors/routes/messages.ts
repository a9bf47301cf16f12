import { api } from '#contract/api'
import { read, write, type Route } from '../http/route'
import { listMessages } from '../../use-cases/reports/emails/list-messages'
import { resendMessage } from '../../use-cases/reports/emails/resend-message'

export const messageRoutes: readonly Route[] = [
  read(api.listMessages, listMessages),
  write(api.resendMessage, resendMessage),
]

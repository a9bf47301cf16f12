import { api } from '#contract/api'
import { clientAddress } from '../http/client-address'
import { problemResponse } from '../http/problem-response'
import { browser, read, write, type Route } from '../http/route'
import { createExternalAccount } from '../services/external-accounts/create-external-account'
import { deleteProfile } from '../services/identity/delete-profile'
import { requestAssociation } from '../services/identity/request-association'
import { resetSecondFactor } from '../services/identity/reset-second-factor'
import { showAssociation } from '../services/identity/show-association'
import { endOtherSessions } from '../services/session/end-other-sessions'
import { endOwnSession } from '../services/session/end-own-session'
import { listOwnSessions } from '../services/session/list-own-sessions'

export const identityRoutes: readonly Route[] = [
  write(api.requestAssociation, requestAssociation),
  read(api.showAssociation, showAssociation),
  write(api.deleteProfile, deleteProfile),
  write(api.resetSecondFactor, resetSecondFactor),
  browser(api.createExternalAccount, async (call, requestContext) => {
    const created = await createExternalAccount(call, clientAddress(requestContext, call.context.config))
    if (!created.ok) return problemResponse(created.refusal, call.request_id)
    const { answer, replayed } = created.value
    return Response.json(answer, { headers: replayed ? { 'Idempotency-Replayed': 'true' } : {} })
  }),
  read(api.listOwnSessions, listOwnSessions),
  write(api.endOwnSession, endOwnSession),
  write(api.endOtherSessions, endOtherSessions),
]

import { api } from '#contract/api'
import { clientAddress } from '../../use-cases/call/client-address'
import { problemResponse } from '../../use-cases/call/problem-response'
import { browser, read, write, type Route } from '../http/route'
import { createExternalAccount } from '../../use-cases/sign-in/external-accounts/create-external-account'
import { deleteProfile } from '../../use-cases/sign-in/identity/delete-profile'
import { requestAssociation } from '../../use-cases/sign-in/identity/request-association'
import { resetSecondFactor } from '../../use-cases/sign-in/identity/reset-second-factor'
import { showAssociation } from '../../use-cases/sign-in/identity/show-association'
import { endOtherSessions } from '../../use-cases/sign-in/session/end-other-sessions'
import { endOwnSession } from '../../use-cases/sign-in/session/end-own-session'
import { listOwnSessions } from '../../use-cases/sign-in/session/list-own-sessions'

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

import type { Context } from 'hono'
import { noteFailedSignIn, type AccountProof } from '../../../use-cases/call/note-refusal'
import type { ServerContext } from '../../../use-cases/call/server-context'
import type { NotProved } from '../../../use-cases/sign-in/external-accounts/prove-password'

/** Counts a wrong password or code of an external account, at whichever of its forms, or that it was too early for one. */
export const noteFailedProof = (
  context: ServerContext,
  requestContext: Context,
  { proof, form }: { proof: AccountProof; form?: string },
  { kind }: NotProved,
): void =>
  noteFailedSignIn(context, requestContext, {
    idp: 'lti',
    ...(form !== undefined && { form }),
    code: kind === 'wrong' ? `wrong_${proof}` : 'too_many_tries',
  })

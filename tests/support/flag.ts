import { flagParticipant, type Participant } from '#contract/participants'
import type { SignedIn } from './sign-in'
import { ask, posted, type ApiResponse } from './ask'

/** Sets or lifts a flag, with a comment unless `body` has its own. */
export const flag = (
  who: SignedIn,
  { trial_id }: { trial_id: number },
  { id }: { id: number },
  body: object = {},
  headers: Record<string, string> = {},
): Promise<ApiResponse<Participant>> =>
  ask(
    who,
    flagParticipant.response,
    `trials/${trial_id}/participants/${id}/flag`,
    posted({ comment: 'To be looked at', ...body }, headers),
  )

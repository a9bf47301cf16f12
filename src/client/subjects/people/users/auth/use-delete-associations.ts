import { accepted, type Outcome } from '#domain/outcome'
import { providerTitle } from '#domain/sign-in/identity'
import { api } from '#contract/api'
import type { User } from '#contract/users'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../../device/call'
import type { Failure } from '../../../../api/failure'
import { writeFailureText } from '../../../../api/write-failure-words'
import { counted } from '../../../../ui/format-number'
import { toastError, toastSuccess } from '../../../../ui/toasts'
import { session } from '../../../../session/this-session'
import { invalidateTouched } from '../../../../api/invalidate-touched'
import { useWriteKey } from '../../../../action/use-write-key'

export type Association = User['user_profiles'][number]

/** The associations that were ended, and those that were not, with the reason. */
export type DeletedAssociations = { deleted: Association[]; failed: { association: Association; failure: Failure }[] }

/** The message about the outcome. The refetched list follows, so that it can be verified. */
const deletionWords = ({ deleted, failed }: DeletedAssociations): { title: string; reasons: string } => {
  const all = deleted.length + failed.length
  const title =
    all === 1 ? 'The IdP association was not deleted' : `${deleted.length} of ${all} IdP associations were deleted`
  const reasons = failed.map(
    ({ association, failure }) => `${providerTitle(association.idp)}: ${writeFailureText(failure)}`,
  )
  return { title, reasons: `Not deleted: ${reasons.join('; ')}` }
}

/**
 * The associations in the order in which they are ended. The end of the one that this session began with ends the session, so
 * that every later call would be refused: those of its provider go last. Which of several of one provider it is, no answer
 * tells.
 */
const ownSessionLast = async (associations: readonly Association[]): Promise<Outcome<Association[], Failure>> => {
  const sessions = await call(api.listOwnSessions, {})
  if (!sessions.ok) return sessions
  const current = sessions.value.data.find(({ is_current }) => is_current)
  const isOfSession = ({ idp }: Association) => idp === current?.idp
  return accepted([
    ...associations.filter((association) => !isOfSession(association)),
    ...associations.filter(isOfSession),
  ])
}

/** Ends associations of a user, one call for each; a failure does not stop the others. */
export const useDeleteAssociations = (user: User, onSettled: () => void) => {
  const client = useQueryClient()
  const sendOnce = useWriteKey()
  const mutation = useMutation({
    mutationFn: async (associations: readonly Association[]): Promise<DeletedAssociations> => {
      const outcome: DeletedAssociations = { deleted: [], failed: [] }
      const isOwn = session.state.get().session?.sub === String(user.id)
      const ordered = isOwn && associations.length > 1 ? await ownSessionLast(associations) : accepted(associations)
      if (!ordered.ok) {
        outcome.failed = associations.map((association) => ({ association, failure: ordered.refusal }))
        return outcome
      }
      for (const association of ordered.value) {
        const parameters = { user_id: String(user.id), profile_id: String(association.id) }
        // oxlint-disable-next-line no-await-in-loop -- One after the other, so that what fails is told by its name.
        const ended = await sendOnce(parameters, (options) => call(api.deleteProfile, { parameters }, options))
        if (ended.ok) outcome.deleted.push(association)
        else outcome.failed.push({ association, failure: ended.refusal })
      }
      return outcome
    },
    onSuccess: (outcome) => {
      const { deleted, failed } = outcome
      if (failed.length > 0) {
        const { title, reasons } = deletionWords(outcome)
        toastError(title, reasons)
      } else {
        toastSuccess(
          deleted.length === 1
            ? `IdP association of ${user.name} deleted successfully`
            : `${counted(deleted.length, 'IdP association')} of ${user.name} deleted successfully`,
        )
      }
    },
    onSettled: () => {
      invalidateTouched(client, { touches: api.deleteProfile.touches })
      onSettled()
    },
  })
  // The toast names every failure, and the list shows which are left.
  return { ...mutation, isUnknown: false, sendAgain: () => {} }
}

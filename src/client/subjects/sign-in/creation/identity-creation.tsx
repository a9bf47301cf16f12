import { api } from '#contract/api'
import type { ReceivedAnswer, SentBody } from '#contract/endpoint'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../device/call'
import { answerOf } from '../../../api/endpoint-query'
import { PageTitle } from '../../../ui/page-title'
import { CreationForm } from './creation-form'
import { resultOfCall } from './creation-result'
import { CreationResultPage } from './creation-result-page'
import { splitName } from './split-name'
import { useWriteKey } from '../../../action/use-write-key'

type Sent = SentBody<typeof api.createExternalAccount>
type IdentityCreationProps = Pick<ReceivedAnswer<typeof api.showAssociation>, 'user' | 'token'>

/** The form, and after it the result. */
export function IdentityCreation({ user, token }: IdentityCreationProps) {
  const sendOnce = useWriteKey()
  const create = useMutation({
    mutationFn: async (person: Pick<Sent, 'first_name' | 'last_name' | 'email'>) => {
      const body = { ...person, user_id: user.id, association_token: token }
      const outcome = await sendOnce(body, (options) => call(api.createExternalAccount, { body }, options))
      return { email: person.email, result: answerOf(resultOfCall(outcome)) }
    },
    meta: { isFailureShownInPlace: true },
  })
  if (create.data !== undefined) return <CreationResultPage {...create.data} token={token} onBack={create.reset} />
  return (
    <>
      <PageTitle title="Create external identity" />
      <CreationForm
        initial={{ ...splitName(user.name), email: user.email }}
        error={create.error}
        isSending={create.isPending}
        onSubmit={(person) => create.mutate(person)}
      />
    </>
  )
}

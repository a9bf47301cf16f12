import { api } from '#contract/api'
import type { ReceivedAnswer, SentBody } from '#contract/endpoint'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/browser-call'
import { answerOf } from '../../api/endpoint-query'
import { PageTitle } from '../../ui/page-title'
import { CreationForm } from './creation-form'
import { resultOfCall } from './creation-result'
import { CreationResultPage } from './creation-result-page'
import { splitName } from './split-name'

type Sent = SentBody<typeof api.createExternalAccount>
type IdentityCreationProps = Pick<ReceivedAnswer<typeof api.showAssociation>, 'user' | 'token'>

/** The form, and after it what became of it. */
export function IdentityCreation({ user, token }: IdentityCreationProps) {
  const create = useMutation({
    mutationFn: async (person: Pick<Sent, 'first_name' | 'last_name' | 'email'>) => ({
      email: person.email,
      result: answerOf(
        resultOfCall(
          await call(api.createExternalAccount, { body: { ...person, user_id: user.id, association_token: token } }),
        ),
      ),
    }),
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

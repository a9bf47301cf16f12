import { api } from '#contract/api'
import { USER_REQUIRED } from '#domain/people/granting'
import { Text } from '@mantine/core'
import { useState } from 'react'
import { ActionDialog, type OpenDialog } from '../../../action/action-dialog'
import { ActionForm } from '../../../action/action-form'
import { ActionRefused } from '../../../action/action-refused'
import { useAction } from '../../../action/use-action'
import { allocationListQuery } from '../../../api/screen-queries'
import { refusedFields } from '../../../api/refused-fields'
import { UserField, type FoundUser } from '../../people/of-trial/add/user-field'

/** Names who makes the list, with what that closes to them. */
export function NameAuthorDialog({ trialId, ...dialog }: OpenDialog & { trialId: number }) {
  return (
    <ActionDialog {...dialog} title="Name the author of the list">
      <NameAuthorForm trialId={trialId} onDone={dialog.onClose} />
    </ActionDialog>
  )
}

function NameAuthorForm({ trialId, onDone }: { trialId: number; onDone: () => void }) {
  const [user, setUser] = useState<FoundUser | null>(null)
  const [isMissed, setIsMissed] = useState(false)
  const name = useAction(
    api.nameListAuthor,
    (user_id: number) => ({ parameters: { trial_id: String(trialId) }, body: { user_id } }),
    { replaces: () => allocationListQuery(trialId), onDone, isFailureShownInPlace: true },
  )
  const missed = isMissed && user === null ? USER_REQUIRED : undefined
  return (
    <ActionForm
      action={name}
      refusal={<ActionRefused title="The author was not named" error={name.error} shownFields={['user_id']} />}
      button="Name the author"
      needsServer="changeSettings"
      onSubmit={() => (user === null ? setIsMissed(true) : name.mutate(user.id))}
    >
      <Text>
        From now on this person cannot be given a permission in this trial, or in the whole service. Only they can
        upload the list.
      </Text>
      <UserField
        trialId={trialId}
        chosen={user}
        error={missed ?? refusedFields(name.error)['user_id']}
        onChoose={setUser}
      />
    </ActionForm>
  )
}

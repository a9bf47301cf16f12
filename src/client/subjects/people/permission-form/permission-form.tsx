import type { UserPermission } from '#contract/user-permissions'
import type { Role } from '#domain/people/permissions'
import { Alert, Checkbox } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureOf, messageOf } from '../../../api/failure'
import { answerOfServer } from '../../../api/answer-at-hand'
import { trialQuery } from '../../../api/trial-queries'
import { useSchemaForm } from '../../../action/use-schema-form'
import { PermissionFields } from './permission-fields'
import {
  bodyOf,
  changed,
  changesNotifications,
  mustBeBlinded,
  newPermission,
  valuesOf,
  wholePermission,
} from './permission-values'
import { isBlindingConflict, useSavePermission } from './use-save-permission'
import { ActionForm } from '../../../action/action-form'
import { ActionRefused, Refused } from '../../../action/action-refused'

type PermissionFormProps = {
  /** The user of the permission; null while none is chosen: the caller shows `User is required`. */
  userId: number | null
  /** The permission to change; null for a new one. */
  permission: UserPermission | null
  /** The roles offered, in their order. */
  roles: readonly Role[]
  /** The only trial to choose, or null for any. */
  trialId: number | null
  /** The label of the button. */
  submit: string
  /** The title of a refusal: "User permission was not added". */
  refused: string
  onSaved: () => void
  /** Leaves the page of the form, or closes its dialog. */
  onCancel?: () => void
  /** Called when it is submitted without a user. */
  onNobody?: () => void
}

/**
 * Grants a permission or changes one: its fields with their rules, the conflict of blinding with its solution, and the
 * notice that notifications change.
 */
export function PermissionForm(props: PermissionFormProps) {
  const { userId, permission, roles, trialId, submit, refused, onSaved, onCancel, onNobody } = props
  const [initial] = useState(() => (permission === null ? newPermission(roles, trialId) : valuesOf(permission)))
  const save = useSavePermission(permission, onSaved)
  // A refusal for another person does not concern the chosen one.
  const error = save.userId === userId ? save.error : null
  const { form, submit: submitted } = useSchemaForm(wholePermission, initial, error)
  const chosen = form.getValues()
  const trial = useQuery({
    ...trialQuery(chosen.trial_id ?? 0),
    enabled: chosen.trial_id !== null,
    select: answerOfServer,
  })
  const isBlindingRequired = mustBeBlinded(chosen.role_id, trial.data)
  const isToBeBlinded = permission === null && isBlindingRequired && chosen.blinding === 'unblinded'
  const values = isToBeBlinded ? changed(chosen, BLINDED) : chosen
  const [isForced, setIsForced] = useState(false)
  const [isAcknowledged, setIsAcknowledged] = useState(false)
  const isConflict = isBlindingConflict(error)
  const isNoticeDue = permission !== null && changesNotifications(permission.role_id, values.role_id)

  const send = submitted((whole) => {
    const body = bodyOf(isToBeBlinded ? changed(whole, BLINDED) : whole, isConflict && isForced)
    if (userId !== null) save.send({ userId, body })
  })
  return (
    <ActionForm
      // A lost write for another person is not sent again for the chosen one.
      action={{ ...save, isUnknown: save.isUnknown && save.userId === userId }}
      refusal={isConflict ? null : <ActionRefused title={refused} error={error} shownFields={SHOWN_FIELDS} />}
      button={submit}
      needsServer="manageUsers"
      isDisabled={(isNoticeDue && !isAcknowledged) || (isConflict && !isForced)}
      {...(onCancel && { onCancel })}
      onSubmit={(event) => {
        send(event)
        // After it: the field of the user is the first of the page, and takes the focus.
        if (userId === null) onNobody?.()
      }}
    >
      <PermissionFields
        values={values}
        roles={roles}
        isTrialFixed={trialId !== null || permission !== null}
        isBlindingRequired={isBlindingRequired}
        faults={form.errors}
        onChange={(next) => {
          form.setValues(next)
          setIsForced(false)
          save.reset()
        }}
      />
      {isNoticeDue && <NotificationNotice isAcknowledged={isAcknowledged} onAcknowledge={setIsAcknowledged} />}
      {isConflict && <BlindingConflict error={error} isForced={isForced} onForce={setIsForced} />}
    </ActionForm>
  )
}

/** The blinding of a new permission where its role must be blinded. */
const BLINDED = { blinding: 'full' } as const

/** Faults shown at their own field. */
const SHOWN_FIELDS = ['role_id', 'trial_id', 'site_id', 'is_blinded_whole']

type NoticeProps = { isAcknowledged: boolean; onAcknowledge: (is: boolean) => void }

function NotificationNotice({ isAcknowledged, onAcknowledge }: NoticeProps) {
  return (
    <Alert color="amber" title="Notification preferences will change" icon={<IconBell aria-hidden="true" />}>
      Their email settings in this trial go back to the defaults of the new role.
      <Checkbox
        mt="sm"
        label="I understand that the notification preferences will change"
        checked={isAcknowledged}
        onChange={(event) => onAcknowledge(event.currentTarget.checked)}
      />
    </Alert>
  )
}

type ConflictProps = { error: unknown; isForced: boolean; onForce: (is: boolean) => void }

function BlindingConflict({ error, isForced, onForce }: ConflictProps) {
  const failure = failureOf(error)
  return (
    <Refused tone="amber" title="Blinding conflict" cause={error}>
      {failure !== null && messageOf(failure)}
      <Checkbox
        mt="sm"
        label="Set all of the user’s permissions in the trial to the same blinding"
        checked={isForced}
        onChange={(event) => onForce(event.currentTarget.checked)}
      />
    </Refused>
  )
}

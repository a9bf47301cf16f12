import type { TrialUser } from '#contract/trial-users'
import type { UserPermission } from '#contract/user-permissions'
import { Stack, Text } from '@mantine/core'
import { PermissionForm } from '../../../../permission-form/permission-form'
import { PermissionModal, type PermissionModalProps } from '../../../../permission-form/permission-modal'
import { PERMISSION_NOT_UPDATED, PERMISSION_UPDATED } from '../../../../permission-form/permission-words'
import { BLINDING_WORDS } from '../../../../permission-form/permission-fields'
import { blindingOf, fieldsTaken, valuesOf } from '../../../../permission-form/permission-values'
import { Definitions } from '../../../../ui/definitions'
import { Instant } from '../../../../ui/instant'
import { toastSuccess } from '../../../../ui/toasts'
import { useTrialPage } from '../../trial-page'
import { rolesToGive } from '../roles-to-give'

type TrialPermissionDialogProps = PermissionModalProps & { user: TrialUser; held: UserPermission; isEditable: boolean }

/** A permission in the trial: to be changed, or only looked at. */
export function TrialPermissionDialog({ user, held, isEditable, ...modal }: TrialPermissionDialogProps) {
  const { trial, permission } = useTrialPage()
  return (
    <PermissionModal {...modal} title="View or Edit user permission">
      {(close) => (
        <Stack gap="md">
          <Text fw={600}>{user.name}</Text>
          {isEditable ? (
            <PermissionForm
              userId={user.id}
              held={held}
              roles={rolesToGive(permission)}
              trialId={trial.id}
              submit={`Save permission of ${user.name}`}
              refused={PERMISSION_NOT_UPDATED}
              onCancel={close}
              onSaved={() => {
                toastSuccess(PERMISSION_UPDATED)
                modal.onClose()
              }}
            />
          ) : (
            <Definitions items={detailsOf(held, trial.selected_timezone)} />
          )}
        </Stack>
      )}
    </PermissionModal>
  )
}

/** What a permission says; of delegation only where its role and blinding take any. */
const detailsOf = (held: UserPermission, zone: string) => {
  const takes = fieldsTaken(valuesOf(held))
  const delegated: [string, string][] = [
    ...(takes.packs ? [delegation('Delegated pack management', held.has_study_packs_access)] : []),
    ...(takes.unblind ? [delegation('Delegated unblind', held.is_unblind_authorized)] : []),
  ]
  return [
    ['Role', held.role.title],
    ['Site', held.site?.title ?? 'All sites'],
    ['Blinding level', BLINDING_WORDS[blindingOf(held)].label],
    ...delegated,
    ['Given at', <Instant key="at" at={held.created_at} zone={zone} />],
  ] as const
}

const delegation = (term: string, is: boolean): [string, string] => [term, is ? 'Yes' : 'No']

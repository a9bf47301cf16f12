import type { TrialUser } from '#contract/trial-users'
import type { UserPermission } from '#contract/user-permissions'
import { Stack, Text } from '@mantine/core'
import { PermissionForm } from '../../permission-form/permission-form'
import { PERMISSION_NOT_UPDATED, PERMISSION_UPDATED } from '../../permission-form/use-save-permission'
import { BLINDING_WORDS } from '../../permission-form/permission-fields'
import { blindingOf, fieldsTaken, valuesOf } from '../../permission-form/permission-values'
import { Definitions } from '../../../../ui/definitions'
import { Instant } from '../../../../ui/instant'
import { toastSuccess } from '../../../../ui/toasts'
import { useTrialPage } from '../../../trials/trial/trial-page'
import { rolesToGive } from '../roles-to-give'
import { ActionDialog, type OpenDialog } from '../../../../action/action-dialog'

type TrialPermissionDialogProps = OpenDialog & {
  user: TrialUser
  target: UserPermission
  isEditable: boolean
}

/** A permission in the trial: to change, or only to read. */
export function TrialPermissionDialog({ user, target, isEditable, ...modal }: TrialPermissionDialogProps) {
  const { trial, permission } = useTrialPage()
  return (
    <ActionDialog {...modal} title="View or Edit user permission">
      <Stack gap="md">
        <Text fw={600}>{user.name}</Text>
        {isEditable ? (
          <PermissionForm
            userId={user.id}
            permission={target}
            roles={rolesToGive(permission)}
            trialId={trial.id}
            submit={`Save permission of ${user.name}`}
            refused={PERMISSION_NOT_UPDATED}
            onSaved={() => {
              toastSuccess(PERMISSION_UPDATED)
              modal.onClose()
            }}
          />
        ) : (
          <Definitions items={detailsOf(target, trial.selected_timezone)} />
        )}
      </Stack>
    </ActionDialog>
  )
}

/** The details of a permission; delegation only where its role and blinding allow any. */
const detailsOf = (target: UserPermission, zone: string) => {
  const takes = fieldsTaken(valuesOf(target))
  const delegated: [string, string][] = [
    ...(takes.packs ? [delegation('Delegated pack management', target.has_study_packs_access)] : []),
    ...(takes.unblind ? [delegation('Delegated unblind', target.is_unblind_authorized)] : []),
  ]
  return [
    ['Role', target.role.title],
    ['Site', target.site?.title ?? 'All sites'],
    ['Blinding level', BLINDING_WORDS[blindingOf(target)].label],
    ...delegated,
    ['Added at', <Instant key="at" at={target.created_at} zone={zone} />],
  ] as const
}

const delegation = (term: string, is: boolean): [string, string] => [term, is ? 'Yes' : 'No']

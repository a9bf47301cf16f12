import type { TrialUser } from '#contract/trial-users'
import { useQuery } from '@tanstack/react-query'
import { meQuery } from '../../../../api/session-queries'
import { NotificationForm } from '../../notification-form/notification-form'
import { RemovePermissionDialog } from '../../permission-form/remove-permission-dialog'
import { useTrialPage } from '../../../trials/trial/trial-page'
import { mayChange } from './offered-user-actions'
import { TrialPermissionDialog } from './trial-permission-dialog'
import type { useChosen } from '../../../../action/use-chosen'
import type { ChosenUser } from './user-menu'
import { ActionDialog, type OpenDialog } from '../../../../action/action-dialog'

type TrialUserDialogProps = {
  choice: ReturnType<typeof useChosen<ChosenUser>>
  /** The users of the list as they are now. */
  users: readonly TrialUser[]
  onClosed: (chosen: ChosenUser) => void
}

/** The dialog of the chosen action on a user of the trial. */
export function TrialUserDialog({ choice, users, onClosed }: TrialUserDialogProps) {
  const { permission: viewing } = useTrialPage()
  const { data: me } = useQuery(meQuery)
  const { chosen, isOpen, close } = choice
  if (chosen === null) return null
  const dialog = {
    isOpen,
    onClose: close,
    onClosed: () => {
      choice.clear()
      onClosed(chosen)
    },
  }
  const { user } = chosen
  switch (chosen.kind) {
    case 'permission':
      return (
        <TrialPermissionDialog
          {...dialog}
          user={user}
          target={chosen.permission}
          isEditable={mayChange({ id: me?.id, permission: viewing }, chosen.permission)}
        />
      )
    case 'remove':
      return (
        <RemovePermissionDialog
          {...dialog}
          user={user}
          permission={chosen.permission}
          consequence={
            user.user_permissions.length === 1
              ? `${user.name} will lose access to this trial. Past actions stay on record.`
              : 'The other permissions in this trial stay. Past actions stay on record.'
          }
        />
      )
    case 'notifications':
      return <NotificationsDialog {...dialog} user={users.find(({ id }) => id === user.id) ?? user} />
  }
}

type NotificationsDialogProps = OpenDialog & Pick<ChosenUser, 'user'>

function NotificationsDialog({ user, ...dialog }: NotificationsDialogProps) {
  const { trial_notification } = user
  if (trial_notification === undefined) return null
  return (
    <ActionDialog {...dialog} title={`Notifications of ${user.name}`}>
      <NotificationForm notification={trial_notification} labelSuffix={`of ${user.name}`} onSaved={dialog.onClose} />
    </ActionDialog>
  )
}

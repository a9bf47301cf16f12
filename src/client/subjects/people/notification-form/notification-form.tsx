import { api } from '#contract/api'
import type { TrialNotification } from '#contract/trial-notifications'
import { PREFERENCE_NAMES, type PreferenceName } from '#domain/people/notifications'
import { Checkbox, Group, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/browser-call'
import { answerOf } from '../../../api/endpoint-query'
import { useWriteKey } from '../../../api/use-write-key'
import { ServerButton } from '../../../device/offline/server-button'
import { ActionRefused } from '../../../ui/action-refused'
import { toastSuccess } from '../../../ui/toasts'
import { PREFERENCE_WORDS } from '../../trials/trial/preference-words'

/** Marks what is being sent, so that a dialog around it stays open until the answer is there. */
export const NOTIFICATION_CHANGE = ['notification change']

type NotificationFormProps = {
  notification: TrialNotification
  /** Names the button for those who hear it: "for KEEL". */
  whose: string
  onSaved?: () => void
}

/** Which emails a person gets about one trial: their own choice, or that of whoever looks after the trial's users. */
export function NotificationForm({ notification, whose, onSaved }: NotificationFormProps) {
  const client = useQueryClient()
  const [chosen, setChosen] = useState(() => preferencesOf(notification))
  const parameters = {
    trial_id: String(notification.trial_id),
    user_id: String(notification.user_id),
    notification_id: String(notification.id),
  }
  const sendOnce = useWriteKey()
  const save = useMutation({
    mutationKey: NOTIFICATION_CHANGE,
    mutationFn: async () =>
      answerOf(
        await sendOnce(chosen, (options) => call(api.saveTrialNotification, { parameters, body: chosen }, options)),
      ),
    onSuccess: async (saved) => {
      setChosen(preferencesOf(saved))
      await client.invalidateQueries({ queryKey: [api.listOwnNotifications.path] })
      await client.invalidateQueries({ queryKey: [api.listTrialUsers.path] })
      toastSuccess('Notification preferences saved')
      onSaved?.()
    },
  })
  return (
    <Stack gap="xs">
      {PREFERENCE_NAMES.map((name) => {
        const isOutOfReach = name === 'on_study_packs' && !notification.has_study_packs_access
        return (
          <Checkbox
            key={name}
            label={PREFERENCE_WORDS[name]}
            description={isOutOfReach ? 'Only for those who have access to study packs' : undefined}
            disabled={isOutOfReach}
            checked={chosen[name]}
            onChange={(event) => setChosen({ ...chosen, [name]: event.currentTarget.checked })}
          />
        )
      })}
      <ActionRefused title="Notification preferences were not saved" error={save.error} />
      <Group>
        <ServerButton
          action="changeProfile"
          variant="default"
          aria-label={`Save notifications ${whose}`}
          loading={save.isPending}
          onClick={() => save.mutate()}
        >
          Save notifications
        </ServerButton>
      </Group>
    </Stack>
  )
}

const preferencesOf = ({
  on_trial_status,
  on_trial_completion,
  on_randomisation,
  on_unblinding,
  on_study_packs,
}: TrialNotification): Record<PreferenceName, boolean> => ({
  on_trial_status,
  on_trial_completion,
  on_randomisation,
  on_unblinding,
  on_study_packs,
})

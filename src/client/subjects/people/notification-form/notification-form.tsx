import { api } from '#contract/api'
import type { TrialNotification } from '#contract/trial-notifications'
import { PREFERENCE_NAMES, type PreferenceName } from '#domain/people/notifications'
import { Checkbox, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { ServerButton } from '../../../device/offline/server-button'
import { PREFERENCE_WORDS } from '../../trials/trial/preference-words'
import { useSendingInDialog } from '../../../action/action-dialog'
import { useAction } from '../../../action/use-action'
import { useOfferUndo } from '../../../action/use-offer-undo'
import { ActionRefused } from '../../../action/action-refused'

type Preferences = Record<PreferenceName, boolean>

type NotificationFormProps = {
  notification: TrialNotification
  /** Added to the button's name for screen readers: "for KEEL". */
  labelSuffix: string
  onSaved?: () => void
}

/**
 * A person's emails about one trial: chosen by the person, or by people who manage the trial's users. A box follows the
 * server until it is touched, so that a save changes only what was touched.
 */
export function NotificationForm({ notification, labelSuffix, onSaved }: NotificationFormProps) {
  const [touched, setTouched] = useState<Partial<Preferences>>({})
  const [{ stored, received }, setStored] = useState({ stored: notification, received: notification })
  const settle = (saved: TrialNotification) => {
    setTouched({})
    setStored((before) => ({ ...before, stored: saved }))
  }
  const parameters = {
    trial_id: String(notification.trial_id),
    user_id: String(notification.user_id),
    notification_id: String(notification.id),
  }
  const offerUndo = useOfferUndo()
  const save = useAction(api.saveTrialNotification, (body: Preferences) => ({ parameters, body }), {
    onDone: (saved) => {
      settle(saved)
      offerUndo({
        endpoint: api.saveTrialNotification,
        request: { parameters, body: { ...preferencesOf(stored), undo: true } },
        done: 'Notification preferences saved',
        undone: 'Notification preferences are as before',
        onUndone: settle,
      })
      onSaved?.()
    },
  })
  useSendingInDialog(save.isPending)
  // While the outcome of a save is open, the same values may have to be sent again.
  if (notification !== received && !save.isPending && !save.isUnknown)
    setStored({ stored: notification, received: notification })
  const chosen = chosenOver(stored, touched)
  return (
    <Stack gap="xs">
      {PREFERENCE_NAMES.map((name) => {
        const isOutOfReach = name === 'on_study_packs' && !stored.has_study_packs_access
        return (
          <Checkbox
            key={name}
            label={PREFERENCE_WORDS[name]}
            description={isOutOfReach ? 'Only for those who have access to study packs' : undefined}
            disabled={isOutOfReach}
            checked={chosen[name]}
            onChange={(event) => setTouched({ ...touched, [name]: event.currentTarget.checked })}
          />
        )
      })}
      <ActionRefused title="Notification preferences were not saved" error={save.error} />
      <Group>
        <ServerButton
          action="changeProfile"
          variant="default"
          aria-label={`Save notifications ${labelSuffix}`}
          loading={save.isPending}
          onClick={() => save.mutate(chosen)}
        >
          Save notifications
        </ServerButton>
      </Group>
    </Stack>
  )
}

/** The stored choices with the touched ones: never study packs without access to them, which may have ended meanwhile. */
const chosenOver = (stored: TrialNotification, touched: Partial<Preferences>): Preferences => {
  const chosen = { ...preferencesOf(stored), ...touched }
  return { ...chosen, on_study_packs: chosen.on_study_packs && stored.has_study_packs_access }
}

const preferencesOf = ({
  on_trial_status,
  on_trial_completion,
  on_randomisation,
  on_unblinding,
  on_study_packs,
}: TrialNotification): Preferences => ({
  on_trial_status,
  on_trial_completion,
  on_randomisation,
  on_unblinding,
  on_study_packs,
})

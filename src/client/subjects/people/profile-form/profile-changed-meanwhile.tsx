import { Alert } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { NO_TIME_ZONE } from '../../../action/time-zone-field'
import type { ProfileDraft, ProfileField } from './profile-draft'
import type { ChangedMeanwhile } from './use-followed-profile'

/** Says that a profile was changed while somebody typed in its form, and which stored values a save would replace. */
export function ProfileChangedMeanwhile({ stored, replaced }: ChangedMeanwhile & { stored: ProfileDraft }) {
  return (
    <Alert color="amber" title="This profile was changed meanwhile" icon={<IconInfoCircle aria-hidden="true" />}>
      Your own changes are still here. The other fields show what was saved.
      {replaced.length > 0 && (
        <>
          {' '}
          If you save, you replace:
          <ul>
            {replaced.map((field) => (
              <li key={field}>
                {TITLES[field]}: {stored[field] ?? NO_TIME_ZONE}
              </li>
            ))}
          </ul>
        </>
      )}
    </Alert>
  )
}

const TITLES: Record<ProfileField, string> = {
  name: 'Name',
  email: 'Email address',
  selected_timezone: 'Time zone',
}

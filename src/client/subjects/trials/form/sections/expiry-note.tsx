import { isRealDay } from '#domain/time/real-day'
import { expiryOf } from '#domain/trials/trial-expiry'
import { Text } from '@mantine/core'
import { formatDay } from '../../../../ui/format-time'
import type { SectionProps } from '../section-props'
import { TRIAL_FIELDS } from '../trial-fields'

/** The date on which the trial expires, which follows from its end. */
export function ExpiryNote({ form }: SectionProps) {
  const { end_on } = form.values
  return (
    <>
      <Text aria-live="polite">
        {isRealDay(end_on) ? (
          <>
            Expires on <strong>{formatDay(expiryOf(end_on))}</strong>, six months after the end date.
          </>
        ) : (
          TRIAL_FIELDS.expires_at.explanation.says
        )}
      </Text>
      {form.errors['expires_at']}
    </>
  )
}

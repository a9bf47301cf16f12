import { isRealDay } from '#domain/time/real-day'
import { expiryOf } from '#domain/trials/trial-expiry'
import { NativeSelect, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { failureOf, messageOf } from '../../../../api/failure'
import { timezonesQuery } from '../../../../api/user-queries'
import { TimePreview } from '../../../../action/time-zone-field'
import { formatDay } from '../../../../ui/format-time'
import { FIELD_WORDS } from '../field-words'
import { DayField } from '../form-fields'
import type { SectionProps } from '../section-props'
import classes from '../trial-form.module.css'

/** When the trial runs, when it expires, and by which clock. */
export function DatesSection({ form, subject: { isBlinded } }: SectionProps) {
  const { end_on, selected_timezone } = form.values
  return (
    <>
      <div className={classes['fields']}>
        <DayField form={form} field="start_on" required />
        <DayField form={form} field="end_on" required />
      </div>
      <Text aria-live="polite">
        {isRealDay(end_on) ? (
          <>
            Expires on <strong>{formatDay(expiryOf(end_on))}</strong>, six months after the end date.
          </>
        ) : (
          'The trial expires six months after its end date.'
        )}
      </Text>
      {form.errors['expires_at']}
      <ZoneSelect form={form} present={selected_timezone} isBlinded={isBlinded} />
      <div aria-live="polite">{selected_timezone !== '' && <TimePreview zone={selected_timezone} />}</div>
    </>
  )
}

function ZoneSelect({
  form,
  present,
  isBlinded,
}: Pick<SectionProps, 'form'> & { present: string; isBlinded: boolean }) {
  const { data, error } = useQuery(timezonesQuery)
  const zones = data?.data ?? []
  const failure = failureOf(error)
  const inputs = form.getInputProps('selected_timezone')
  return (
    <NativeSelect
      label={FIELD_WORDS.selected_timezone}
      description={isBlinded ? CHANGED_BY_UNBLINDED : ZONE_HELP}
      required
      disabled={isBlinded}
      maw="28rem"
      data={zones.includes(present) ? zones : [present, ...zones]}
      {...inputs}
      error={
        inputs.error ?? (failure === null ? undefined : `The time zones could not be loaded: ${messageOf(failure)}`)
      }
    />
  )
}

const ZONE_HELP = 'It is used for all dates of this trial, including the expiry of packs.'
const CHANGED_BY_UNBLINDED = 'You are blinded, so you cannot change it. The days that you are shown depend on it.'

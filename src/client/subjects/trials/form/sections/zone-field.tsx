import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { failureOf, messageOf } from '../../../../api/failure'
import { timezonesQuery } from '../../../../api/user-queries'
import { TimePreview } from '../../../../action/time-zone-field'
import { Explained } from '../../design/explained'
import type { SectionProps } from '../section-props'
import { TRIAL_FIELDS } from '../trial-fields'
import classes from '../trial-form.module.css'

const { label, explanation } = TRIAL_FIELDS.selected_timezone

/** The time zone of the trial, with its present time. */
export function ZoneField({ form, subject: { isBlinded } }: SectionProps) {
  const { selected_timezone: present } = form.values
  const { data, error } = useQuery(timezonesQuery)
  const zones = data?.data ?? []
  const failure = failureOf(error)
  const inputs = form.getInputProps('selected_timezone')
  return (
    <>
      <NativeSelect
        label={label}
        description={isBlinded ? CHANGED_BY_UNBLINDED : <Explained {...explanation} />}
        required
        disabled={isBlinded}
        classNames={{ wrapper: classes['middling'] }}
        data={zones.includes(present) ? zones : [present, ...zones]}
        {...inputs}
        error={
          inputs.error ?? (failure === null ? undefined : `The time zones could not be loaded: ${messageOf(failure)}`)
        }
      />
      <div aria-live="polite">{present !== '' && <TimePreview zone={present} />}</div>
    </>
  )
}

const CHANGED_BY_UNBLINDED = 'You are blinded, so you cannot change it. The days that you are shown depend on it.'

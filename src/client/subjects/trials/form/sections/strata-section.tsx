import { ERRORS } from '#contract/errors'
import { Alert, Textarea, TextInput } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { memo } from 'react'
import { weighsStrata } from '../../design/method-form'
import { AddButton, RemoveButton } from '../../../../ui/row-buttons'
import { WholeNumberInput } from '../../../../ui/whole-number-input'
import { isSameRow } from '../same-props'
import { OptionCaps } from './option-caps-fields'
import { RowsExplained, rowsExplainedId } from '../rows-explained'
import type { SectionProps } from '../section-props'
import classes from '../trial-form.module.css'
import { withNewNames } from '../renamed-options'
import { blankStratum, type Form } from '../trial-form-values'

/** The strata of participants, each with its options, one on each line. */
export function StrataSection({ form, subject, isLocked }: SectionProps) {
  const { trial_strata } = form.values
  const isWeighed = weighsStrata(form.values) && !subject.isBlinded
  return (
    <>
      {isLocked && (
        <Alert color="amber" icon={<IconLock aria-hidden="true" />}>
          {ERRORS.strata_locked.message}
        </Alert>
      )}
      <RowsExplained
        list="trial_strata"
        fields={[
          'name',
          'description',
          'trial_stratum_options',
          'option_caps',
          ...(isWeighed ? (['minimisation_weight'] as const) : []),
        ]}
      />
      <div className={classes['strata']}>
        {trial_strata.map((_stratum, place) => (
          <StratumFields key={place} form={form} place={place} isLocked={isLocked} isWeighed={isWeighed} />
        ))}
      </div>
      {!isLocked && (
        <AddButton onAdd={() => form.insertListItem('trial_strata', blankStratum())}>Add a stratum</AddButton>
      )}
    </>
  )
}

/** The caps and ratios of options go with an option whose name is corrected. */
const typeOptions = (form: Form, place: number, typed: string) => {
  const path = `trial_strata.${place}` as const
  const {
    trial_stratum_options = '',
    option_caps = '',
    option_ratios = '',
  } = form.getValues().trial_strata[place] ?? {}
  form.setFieldValue(`${path}.option_caps`, withNewNames(option_caps, trial_stratum_options, typed))
  form.setFieldValue(`${path}.option_ratios`, withNewNames(option_ratios, trial_stratum_options, typed))
  form.setFieldValue(`${path}.trial_stratum_options`, typed)
}

type StratumFieldsProps = Pick<SectionProps, 'form' | 'isLocked'> & {
  place: number
  isWeighed: boolean
}

const StratumFields = memo(function StratumFields({ form, place, isLocked, isWeighed }: StratumFieldsProps) {
  const path = `trial_strata.${place}`
  const { name = '' } = form.values.trial_strata[place] ?? {}
  return (
    <fieldset
      aria-label={`Stratum ${place + 1}`}
      aria-describedby={rowsExplainedId('trial_strata')}
      className={classes['stratum']}
    >
      <TextInput
        label="Name"
        required
        maxLength={255}
        autoComplete="off"
        readOnly={isLocked}
        {...form.getInputProps(`${path}.name`)}
      />
      <Textarea
        label="Help text"
        autosize
        minRows={1}
        readOnly={isLocked}
        {...form.getInputProps(`${path}.description`)}
      />
      <Textarea
        label="Options"
        required
        autosize
        minRows={3}
        readOnly={isLocked}
        {...form.getInputProps(`${path}.trial_stratum_options`)}
        onChange={(event) => typeOptions(form, place, event.currentTarget.value)}
      />
      <OptionCaps form={form} place={place} />
      {isWeighed && (
        <WholeNumberInput
          label="Weight in the minimisation"
          maw="14rem"
          required
          {...form.getInputProps(`${path}.minimisation_weight`)}
        />
      )}
      {!isLocked && (
        <RemoveButton
          name={name === '' ? `stratum ${place + 1}` : name}
          onRemove={() => form.removeListItem('trial_strata', place)}
        />
      )}
    </fieldset>
  )
}, isSameRow('trial_strata'))

import { FACTORIAL_LEVELS, isFactorial } from '#domain/trials/trial-methods'
import { Alert, NativeSelect, TextInput } from '@mantine/core'
import { memo } from 'react'
import { AddButton, RemoveButton } from '../../../../ui/row-buttons'
import { WholeNumberInput } from '../../../../ui/whole-number-input'
import { isSameRow } from '../same-props'
import { RowsExplained, rowsExplainedId } from '../rows-explained'
import type { SectionProps } from '../section-props'
import classes from '../trial-form.module.css'
import { withoutGroup } from '../option-ratios'
import { blankStudyGroup, type Form } from '../trial-form-values'

/** The study groups; factors appear only in a factorial trial. */
export function StudyGroupsSection({ form, subject, isLocked }: SectionProps) {
  const { study_groups, allocation_method_id } = form.values
  if (subject.isBlinded)
    return (
      <Alert color="violet">
        The study groups and their weights are hidden from you while you are blinded in this trial. They stay as they
        are when you save.
      </Alert>
    )
  return (
    <>
      <RowsExplained
        list="study_groups"
        fields={[
          'name',
          'label',
          'weight',
          ...(isFactorial(allocation_method_id) ? (['factorial_level'] as const) : (['max_participants'] as const)),
        ]}
      />
      <div className={classes['rows']}>
        {study_groups.map((_group, place) => (
          <StudyGroupFields
            key={place}
            form={form}
            place={place}
            isLocked={isLocked}
            isFactored={isFactorial(allocation_method_id)}
          />
        ))}
      </div>
      <AddButton onAdd={() => form.insertListItem('study_groups', blankStudyGroup())}>Add a study group</AddButton>
    </>
  )
}

/** Its weights at the options by which the ratio differs go with it. */
const removeGroup = (form: Form, place: number) => {
  const { trial_strata } = form.getValues()
  form.setFieldValue(
    'trial_strata',
    trial_strata.map((stratum) => ({ ...stratum, option_ratios: withoutGroup(stratum.option_ratios, place) })),
  )
  form.removeListItem('study_groups', place)
}

type StudyGroupFieldsProps = Pick<SectionProps, 'form' | 'isLocked'> & { place: number; isFactored: boolean }

const StudyGroupFields = memo(function StudyGroupFields({ form, place, isLocked, isFactored }: StudyGroupFieldsProps) {
  const path = `study_groups.${place}`
  const { id, name, factorial_level } = form.values.study_groups[place] ?? blankStudyGroup()
  const isFixed = isLocked && id !== null
  return (
    <fieldset
      aria-label={`Study group ${place + 1}`}
      aria-describedby={rowsExplainedId('study_groups')}
      className={classes['row']}
    >
      <TextInput
        className={classes['name']}
        label="Name"
        required
        maxLength={255}
        autoComplete="off"
        {...form.getInputProps(`${path}.name`)}
      />
      <TextInput label="Label" w="10rem" maxLength={255} autoComplete="off" {...form.getInputProps(`${path}.label`)} />
      <WholeNumberInput label="Weight" required w="6rem" {...form.getInputProps(`${path}.weight`)} />
      {!isFactored && (
        <WholeNumberInput label="Most participants" w="9rem" {...form.getInputProps(`${path}.max_participants`)} />
      )}
      {isFactored && (
        <NativeSelect
          label="Factor"
          w="6rem"
          disabled={isFixed}
          data={FACTORIAL_LEVELS.map(String)}
          {...form.getInputProps(`${path}.factorial_level`)}
          value={String(factorial_level)}
          onChange={(event) => form.setFieldValue(`${path}.factorial_level`, Number(event.currentTarget.value))}
        />
      )}
      {!isFixed && (
        <RemoveButton
          name={name === '' ? `study group ${place + 1}` : name}
          onRemove={() => removeGroup(form, place)}
        />
      )}
    </fieldset>
  )
}, isSameRow('study_groups'))

import { ALLOCATION_METHODS, FACTORIAL_LEVELS, isFactorial } from '#domain/trials/trial-methods'
import { NativeSelect, TextInput } from '@mantine/core'
import { AddButton, RemoveButton } from '../../../ui/row-buttons'
import { WholeNumberInput } from '../../../ui/whole-number-input'
import classes from './design.module.css'
import { FormSection } from './form-section'
import { blankGroup, type Form } from './simulation-form'

/** The allocation method, and the study groups with their weights. */
export function StudyGroupsFields({ form }: { form: Form }) {
  const { allocation_method_id, study_groups } = form.values.design
  return (
    <FormSection
      title="Study groups"
      note="Leave the packs empty to see how many a site would need."
      error={form.errors['design.study_groups']}
    >
      <NativeSelect
        label="Allocation method"
        maw="18rem"
        data={ALLOCATION_METHODS.map(({ id, title }) => ({ value: String(id), label: title }))}
        value={String(allocation_method_id)}
        onChange={(event) => form.setFieldValue('design.allocation_method_id', Number(event.currentTarget.value))}
      />
      <div className={classes['rows']}>
        {study_groups.map((group, place) => (
          <StudyGroupFields
            key={place}
            form={form}
            place={place}
            isFactorial={isFactorial(allocation_method_id)}
            isNeeded={study_groups.length <= FEWEST_GROUPS}
            name={group.name}
          />
        ))}
      </div>
      <AddButton onAdd={() => form.insertListItem('design.study_groups', blankGroup())}>Add a study group</AddButton>
    </FormSection>
  )
}

const FEWEST_GROUPS = 2

type StudyGroupFieldsProps = { form: Form; place: number; isFactorial: boolean; isNeeded: boolean; name: string }

function StudyGroupFields({ form, place, isFactorial, isNeeded, name }: StudyGroupFieldsProps) {
  const path = `design.study_groups.${place}`
  const factor = form.getInputProps(`${path}.factorial_level`)
  return (
    <fieldset aria-label={`Study group ${place + 1}`} className={classes['row']}>
      <TextInput
        className={classes['name']}
        label="Name"
        required
        autoComplete="off"
        {...form.getInputProps(`${path}.name`)}
      />
      <WholeNumberInput label="Weight" required w="6rem" {...form.getInputProps(`${path}.weight`)} />
      {isFactorial && (
        <NativeSelect
          label="Factor"
          w="6rem"
          data={FACTORIAL_LEVELS.map(String)}
          {...factor}
          onChange={(event) => form.setFieldValue(`${path}.factorial_level`, Number(event.currentTarget.value))}
        />
      )}
      <WholeNumberInput label="Packs at each site" w="9.5rem" {...form.getInputProps(`${path}.packs`)} />
      {!isNeeded && (
        <RemoveButton
          name={name === '' ? `study group ${place + 1}` : name}
          onRemove={() => form.removeListItem('design.study_groups', place)}
        />
      )}
    </fieldset>
  )
}

import { ALLOCATION_METHODS, RANDOMISATION_METHODS } from '#domain/trials/trial-methods'
import { NativeSelect, Text } from '@mantine/core'
import { Explained } from '../../design/explained'
import { METHOD_PRESENTATION } from '../../design/method-presentation'
import { methodNameOf, withMethod } from '../../design/method-form'
import { drawnGroupsOfTrial } from '../typed-design-of'
import { MethodSettings } from '../../design/method-settings'
import type { SectionProps } from '../section-props'
import { TRIAL_FIELDS } from '../trial-fields'
import classes from '../trial-form.module.css'

/** The meaning of a drawn group for a participant. */
export function AllocationMethodField({ form, subject, isLocked }: SectionProps) {
  const { allocation_method_id } = form.values
  const { label, explanation } = TRIAL_FIELDS.allocation_method_id
  return (
    <NativeSelect
      label={label}
      description={<Explained {...explanation} says={ALLOCATION_HELP[allocation_method_id] ?? explanation.says} />}
      required
      classNames={{ wrapper: classes['middling'] }}
      disabled={isLocked || subject.isBlinded}
      data={ALLOCATION_METHODS.map(({ id, title }) => ({ value: String(id), label: title }))}
      {...form.getInputProps('allocation_method_id')}
      value={String(allocation_method_id)}
      onChange={(event) => form.setFieldValue('allocation_method_id', Number(event.currentTarget.value))}
    />
  )
}

const ALLOCATION_HELP: Readonly<Record<number, string>> = {
  1: 'Each participant gets one study group.',
  2: 'Clusters are randomised, such as wards or schools. Each counts as one participant.',
  3: 'The study groups are the sequences of treatments.',
  4: 'Each participant gets one study group of each of two factors. Give every study group its factor.',
}

/** The method that draws the next group, with the settings that belong beside it. */
export function RandomisationMethodField({ form, subject, isLocked }: SectionProps) {
  const { values } = form
  const { help, note } = METHOD_PRESENTATION[methodNameOf(values)]
  const { label, explanation } = TRIAL_FIELDS.randomisation_method_id
  return (
    <>
      <NativeSelect
        label={label}
        description={<Explained {...explanation} says={help} />}
        required
        classNames={{ wrapper: classes['middling'] }}
        disabled={isLocked || subject.isBlinded}
        data={RANDOMISATION_METHODS.map(({ id, title }) => ({ value: String(id), label: title }))}
        {...form.getInputProps('randomisation_method_id')}
        value={String(values.randomisation_method_id)}
        onChange={(event) => {
          const chosen = RANDOMISATION_METHODS.find(({ id }) => String(id) === event.currentTarget.value)
          if (chosen !== undefined)
            form.setValues(withMethod(form.getValues(), chosen, drawnGroupsOfTrial(form.getValues())))
        }}
      />
      {isLocked && <Text c="dimmed">Methods cannot be changed any more: participants have been randomised.</Text>}
      {note !== null && !subject.isBlinded && (
        <div className={classes['settings']}>
          <MethodSettings form={values} inputsOf={(field) => form.getInputProps(field)} />
          <Text c="dimmed" size="sm">
            {note}
          </Text>
        </div>
      )}
    </>
  )
}

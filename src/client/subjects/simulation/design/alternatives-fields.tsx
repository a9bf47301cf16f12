import { DRAWING_METHODS, usesStrata } from '#domain/trials/trial-methods'
import { Button, Checkbox, Group, NativeSelect, Text, Title } from '@mantine/core'
import { IconCopyPlus } from '@tabler/icons-react'
import { methodNameOf, withMethod } from '../../trials/design/method-form'
import { MethodSettings } from '../../trials/design/method-settings'
import { RemoveButton } from '../../../ui/row-buttons'
import classes from './design.module.css'
import { FormSection } from './form-section'
import { drawnGroupsOfSimulation, letterOf, MAX_ALTERNATIVES, nextAlternative, type Form } from './simulation-form'

/** How it is randomised: one method, or up to six beside each other. */
export function AlternativesFields({ form }: { form: Form }) {
  const { alternatives } = form.values
  return (
    <FormSection title="Randomisation" note={NOTE}>
      <div className={classes['alternatives']}>
        {alternatives.map((_, place) => (
          <Alternative key={place} form={form} place={place} />
        ))}
      </div>
      <Group>
        <Button
          variant="default"
          leftSection={<IconCopyPlus size={20} aria-hidden="true" />}
          disabled={alternatives.length === MAX_ALTERNATIVES}
          onClick={() => form.insertListItem('alternatives', nextAlternative(form.values))}
        >
          Add an alternative
        </Button>
      </Group>
    </FormSection>
  )
}

const NOTE = `Up to ${MAX_ALTERNATIVES} alternatives are simulated for the same participants and shown side by side.`

function Alternative({ form, place }: { form: Form; place: number }) {
  const { alternatives, design } = form.values
  const alternative = alternatives[place]
  if (alternative === undefined) return null
  const path = `alternatives.${place}`
  const title = `Alternative ${letterOf(place)}`
  return (
    <fieldset aria-label={title} className={classes['alternative']}>
      {alternatives.length > 1 && (
        <Group justify="space-between" wrap="nowrap">
          <Title order={3} size="h4">
            {title}
          </Title>
          <RemoveButton
            name={title.toLowerCase().replace(/ (.)$/, (letter) => letter.toUpperCase())}
            onRemove={() => form.removeListItem('alternatives', place)}
          />
        </Group>
      )}
      <NativeSelect
        label="Randomisation method"
        data={DRAWING_METHODS.map(({ id, title: name }) => ({ value: String(id), label: name }))}
        {...form.getInputProps(`${path}.randomisation_method_id`)}
        onChange={(event) => {
          const method = DRAWING_METHODS.find(({ id }) => String(id) === event.currentTarget.value)
          if (method !== undefined)
            form.setFieldValue(path, withMethod(alternative, method, drawnGroupsOfSimulation(design)))
        }}
      />
      <MethodSettings form={alternative} inputsOf={(field) => form.getInputProps(`${path}.${field}`)} />
      {usesStrata(methodNameOf(alternative)) ? (
        <div>
          <Checkbox label="Stratified" {...form.getInputProps(`${path}.is_stratified`, { type: 'checkbox' })} />
          <Checkbox
            label="Stratified by site"
            {...form.getInputProps(`${path}.is_site_stratified`, { type: 'checkbox' })}
          />
        </div>
      ) : (
        <Text c="dimmed">
          Each allocation is independent. Sites are not used, and strata only where a ratio differs by one.
        </Text>
      )}
    </fieldset>
  )
}

import { Input, TextInput } from '@mantine/core'
import { weighsStrata } from '../../trials/design/method-form'
import { AddButton, RemoveButton } from '../../../ui/row-buttons'
import { WholeNumberInput } from '../../../ui/whole-number-input'
import classes from './design.module.css'
import { FormSection } from './form-section'
import { blankOption, blankSimulatedStratum, type Form, type StratumForm } from './simulation-form'

/** The differences between participants: the strata with their options, and the frequency of each. */
export function StrataFields({ form }: { form: Form }) {
  const strata = form.values.design.trial_strata
  return (
    <FormSection
      title="Strata"
      note={strata.length === 0 ? 'No strata yet. Participants differ only by site.' : NOTE}
      error={form.errors['design.trial_strata']}
    >
      <div className={classes['strata']}>
        {strata.map((stratum, place) => (
          <StratumFields key={place} form={form} place={place} stratum={stratum} />
        ))}
      </div>
      <AddButton onAdd={() => form.insertListItem('design.trial_strata', blankSimulatedStratum())}>
        Add a stratum
      </AddButton>
    </FormSection>
  )
}

const NOTE =
  'Shares are relative frequencies: 3 and 1 mean three quarters and one quarter. A ratio such as 2:1 replaces the weights of the groups at that option.'

function StratumFields({ form, place, stratum }: { form: Form; place: number; stratum: StratumForm }) {
  const path = `design.trial_strata.${place}`
  const options = `${path}.trial_stratum_options`
  return (
    <fieldset aria-label={`Stratum ${place + 1}`} className={classes['stratum']}>
      <div className={classes['row']}>
        <TextInput
          className={classes['name']}
          label="Stratum"
          required
          autoComplete="off"
          {...form.getInputProps(`${path}.name`)}
        />
        {form.values.alternatives.some(weighsStrata) && (
          <WholeNumberInput
            label="Weight in minimisation"
            w="12rem"
            {...form.getInputProps(`${path}.minimisation_weight`)}
          />
        )}
        <RemoveButton
          name={stratum.name === '' ? `stratum ${place + 1}` : stratum.name}
          onRemove={() => form.removeListItem('design.trial_strata', place)}
        />
      </div>
      <div className={classes['rows']}>
        {stratum.trial_stratum_options.map((option, at) => (
          <fieldset key={at} aria-label={`Option ${at + 1}`} className={classes['row']}>
            <TextInput
              className={classes['name']}
              label="Option"
              required
              autoComplete="off"
              {...form.getInputProps(`${options}.${at}.name`)}
            />
            <WholeNumberInput label="Share" w="6rem" {...form.getInputProps(`${options}.${at}.share`)} />
            <TextInput label="Ratio" w="7rem" autoComplete="off" {...form.getInputProps(`${options}.${at}.ratio`)} />
            {stratum.trial_stratum_options.length > 1 && (
              <RemoveButton
                name={option.name === '' ? `option ${at + 1}` : option.name}
                onRemove={() => form.removeListItem(options, at)}
              />
            )}
          </fieldset>
        ))}
      </div>
      <AddButton onAdd={() => form.insertListItem(options, blankOption())}>Add an option</AddButton>
      {form.errors[options] && (
        <Input.Error size="sm" role="alert">
          {form.errors[options]}
        </Input.Error>
      )}
    </fieldset>
  )
}

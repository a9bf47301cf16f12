import type { RandomisationMethodName } from '#domain/trials/trial-methods'
import { NativeSelect, Text } from '@mantine/core'
import { WholeNumberInput } from '../../../../ui/whole-number-input'
import { Explained } from '../../design/explained'
import { methodOf } from '../../design/method-form'
import { ROW_FIELDS } from '../field-words'
import { optionNames } from '../option-caps'
import { ratiosOfGroups, weightsOfOption, withWeight } from '../option-ratios'
import type { SectionProps } from '../section-props'
import classes from '../trial-form.module.css'
import type { Form } from '../trial-form-values'

/** By which stratum the ratio differs, and then the weights of each option. Other methods need one ratio, and do not ask. */
export function OptionRatios({ form }: Pick<SectionProps, 'form'>) {
  const { trial_strata } = form.values
  const chosen = trial_strata.findIndex(({ option_ratios }) => option_ratios !== '')
  if (chosen < 0 && (trial_strata.length === 0 || !methodOf(form.values).has_ratios)) return null
  const path = pathOf(Math.max(0, chosen))
  const { explanation } = ROW_FIELDS.trial_strata.option_ratios
  return (
    <>
      <NativeSelect
        label="Ratio differs by"
        description={<Explained {...explanation} />}
        classNames={{ wrapper: classes['middling'] }}
        data={[
          { value: '', label: 'Nothing: one ratio for all' },
          ...trial_strata.map(({ name }, place) => ({
            value: String(place),
            label: name === '' ? `Stratum ${place + 1}` : name,
          })),
        ]}
        {...form.getInputProps(path)}
        value={chosen < 0 ? '' : String(chosen)}
        onChange={(event) => chooseStratum(form, event.currentTarget.value)}
      />
      {chosen >= 0 && <RatioRows form={form} place={chosen} />}
    </>
  )
}

const pathOf = (place: number) => `trial_strata.${place}.option_ratios` as const

/** A stratum that is chosen has the ratio of the study groups at every option at first. */
const chooseStratum = (form: Form, value: string) => {
  const { trial_strata, study_groups } = form.getValues()
  form.setFieldValue(
    'trial_strata',
    trial_strata.map((stratum, place) => ({
      ...stratum,
      option_ratios:
        String(place) === value ? ratiosOfGroups(optionNames(stratum.trial_stratum_options), study_groups) : '',
    })),
  )
}

function RatioRows({ form, place }: { form: Form; place: number }) {
  const { trial_strata, study_groups } = form.values
  const { trial_stratum_options = '', option_ratios = '' } = trial_strata[place] ?? {}
  const names = [...new Set(optionNames(trial_stratum_options))]
  return (
    <div className={classes['rows']}>
      {names.map((name) => (
        <fieldset key={name} aria-label={`Ratio: ${name}`} className={classes['row']}>
          <Text fw={600} className={classes['note']}>
            {name}
          </Text>
          {weightsOfOption(option_ratios, name, study_groups).map((weight, at) => (
            <WholeNumberInput
              key={at}
              label={study_groups[at]?.name || `Study group ${at + 1}`}
              required
              w="8rem"
              min={1}
              value={weight}
              onChange={(typed) => {
                const now = form.getValues()
                const before = now.trial_strata[place]?.option_ratios ?? ''
                const changed = { name, place: at, weight: typed, groups: now.study_groups }
                form.setFieldValue(pathOf(place), withWeight(before, changed))
              }}
            />
          ))}
        </fieldset>
      ))}
      <Text c="dimmed" size="sm">
        These weights replace those of the study groups. A group of weight 0 stays closed at every option.{' '}
        {BLOCK_SIZES[methodOf(form.values).name]}
      </Text>
    </div>
  )
}

/** What a ratio means for the sizes of a method's blocks. */
const BLOCK_SIZES: { readonly [Name in RandomisationMethodName]?: string } = {
  blocked: 'Each option has its own block sizes.',
  chosen_blocks: 'Each block size must fit every ratio.',
}

import { WholeNumberInput } from '../../../../ui/whole-number-input'
import { capOfOption, optionNames, withCap } from '../option-caps'
import type { SectionProps } from '../section-props'
import classes from '../trial-form.module.css'

/** How many participants may have each option of a stratum; it may be changed after the first participant too. */
export function OptionCaps({ form, place }: Pick<SectionProps, 'form'> & { place: number }) {
  const { trial_stratum_options = '', option_caps = '' } = form.values.trial_strata[place] ?? {}
  const names = [...new Set(optionNames(trial_stratum_options))]
  return (
    <div className={classes['rows']}>
      {names.map((name) => (
        <WholeNumberInput
          key={name}
          label={`Most participants: ${name}`}
          maw="18rem"
          value={capOfOption(option_caps, name)}
          onChange={(cap) => {
            const now = form.getValues().trial_strata[place]?.option_caps ?? ''
            form.setFieldValue(`trial_strata.${place}.option_caps`, withCap(now, name, cap))
          }}
        />
      ))}
    </div>
  )
}

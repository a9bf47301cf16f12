import type { Trial } from '#contract/trials'
import { Radio, Select } from '@mantine/core'
import { useRef, type ReactNode } from 'react'
import classes from './stratum-field.module.css'

/** More options than this are a list instead of cards. */
const MAX_CARDS = 8

const CARD = { root: classes['card'] ?? '', body: classes['body'] ?? '' }

type StratumFieldProps = {
  stratum: Trial['trial_strata'][number]
  /** The id of the chosen option, or an empty text. */
  value: string
  error: ReactNode
  /** `isTapped`: by a finger or a mouse; the arrow keys pass over other options. */
  onChange: (option: string, isTapped: boolean) => void
}

/** The choice of one option of a stratum, on cards large enough for a gloved finger. */
export function StratumField({ stratum, value, error, onChange }: StratumFieldProps) {
  const { name, description, trial_stratum_options: options } = stratum
  const isTapped = useRef(false)
  if (options.length > MAX_CARDS) {
    return (
      <Select
        label={name}
        description={description}
        required
        searchable
        openOnFocus={false}
        comboboxProps={{ withinPortal: false }}
        allowDeselect={false}
        data={options.map((option) => ({ value: String(option.id), label: option.name }))}
        value={value === '' ? null : value}
        error={error}
        onChange={(option) => onChange(option ?? '', false)}
      />
    )
  }
  return (
    <Radio.Group
      label={name}
      description={description}
      withAsterisk
      value={value}
      error={error}
      onChange={(option) => onChange(option, isTapped.current)}
      onPointerDownCapture={() => (isTapped.current = true)}
      onKeyDownCapture={() => (isTapped.current = false)}
    >
      <div className={classes['cards']}>
        {options.map((option) => (
          <Radio key={option.id} value={String(option.id)} label={option.name} classNames={CARD} />
        ))}
      </div>
    </Radio.Group>
  )
}

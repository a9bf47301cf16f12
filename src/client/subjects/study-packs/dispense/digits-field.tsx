import { TextInput } from '@mantine/core'
import type { ReactNode, Ref } from 'react'
import classes from './digits-field.module.css'

type DigitsFieldProps = {
  ref: Ref<HTMLInputElement>
  value: string
  error: ReactNode
  disabled: boolean
  onChange: (digits: string) => void
}

const PLACES = [0, 1, 2] as const

/**
 * The three digits of a label, one large box each. One field and not three: a scanner that types as a keyboard into it can be
 * undone, and a screen reader reads one label.
 */
export function DigitsField({ ref, value, error, disabled, onChange }: DigitsFieldProps) {
  return (
    <TextInput
      ref={ref}
      label="Three digits on the label"
      required
      inputMode="numeric"
      pattern="\d{3}"
      maxLength={PLACES.length}
      autoComplete="off"
      classNames={{ input: classes['input'] ?? '', wrapper: classes['wrapper'] ?? '' }}
      inputContainer={inBoxes(value, error !== null)}
      disabled={disabled}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value.replaceAll(/\D/g, ''))}
    />
  )
}

/** The field lies over the boxes, which show its content. */
const inBoxes = (value: string, isInvalid: boolean) => (input: ReactNode) => (
  <div className={classes['row']}>
    <div className={classes['digits']} data-invalid={isInvalid || undefined}>
      <div className={classes['boxes']} aria-hidden="true">
        {PLACES.map((place) => (
          <span key={place} className="identifier" data-next={place === nextPlace(value) || undefined}>
            {value[place]}
          </span>
        ))}
      </div>
      {input}
    </div>
    <p className={classes['hint']}>Printed on the label of the pack in your hand.</p>
  </div>
)

/** The box that the next digit goes into; the last one when all are filled. */
const nextPlace = (value: string): number => Math.min(value.length, PLACES.length - 1)

import { PIN_DIGITS } from '#domain/this-device/pin'
import { Button, Stack, TextInput, VisuallyHidden } from '@mantine/core'
import { IconBackspace } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './pin-pad.module.css'

type PinPadProps = {
  label: string
  description?: ReactNode
  error?: ReactNode
  pin: string
  onChange: (pin: string) => void
  isDisabled?: boolean
}

/** A field for a PIN with keys of its own: large enough for gloves, and the screen's keyboard does not cover the page. */
export function PinPad({ label, description, error, pin, onChange, isDisabled = false }: PinPadProps) {
  const put = (text: string) => onChange(text.replaceAll(/[^0-9]/g, '').slice(0, PIN_DIGITS))
  return (
    <Stack gap="xs">
      <TextInput
        className={classes['field'] ?? ''}
        label={label}
        description={description}
        error={error}
        type="password"
        inputMode="none"
        // Kept out of the browser's password store.
        autoComplete="one-time-code"
        value={pin}
        disabled={isDisabled}
        onChange={(event) => put(event.currentTarget.value)}
      />
      <VisuallyHidden aria-live="polite">
        {pin.length} of {PIN_DIGITS} digits entered
      </VisuallyHidden>
      <fieldset className={classes['keys']} aria-label="Keypad">
        {DIGITS.map((digit) => (
          <Button
            key={digit}
            variant="default"
            className={`${classes['key']} ${digit === '0' ? classes['zero'] : ''}`}
            disabled={isDisabled}
            onClick={() => put(pin + digit)}
          >
            {digit}
          </Button>
        ))}
        <Button
          variant="default"
          className={classes['key'] ?? ''}
          aria-label="Delete the last digit"
          disabled={isDisabled}
          onClick={() => put(pin.slice(0, -1))}
        >
          <IconBackspace size={28} aria-hidden="true" />
        </Button>
      </fieldset>
    </Stack>
  )
}

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'] as const

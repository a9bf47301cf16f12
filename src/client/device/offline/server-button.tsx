import { Button, Tooltip, VisuallyHidden, type ButtonProps } from '@mantine/core'
import { useId, type ComponentPropsWithRef } from 'react'
import { OFFLINE_REASONS, type ServerAction } from '../../offline-reasons'
import { useIsAway } from './use-connection'

type ServerButtonProps = ButtonProps &
  Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> & { action: ServerAction }

/**
 * A button for an action that needs the server. While the server cannot be reached, it does nothing and says why on hover, press
 * and focus, and to screen readers.
 */
export function ServerButton({ action, disabled, onClick, ...button }: ServerButtonProps) {
  const isAway = useIsAway()
  const reasonId = useId()
  const reason = OFFLINE_REASONS[action]
  return (
    <>
      <Tooltip label={reason} disabled={!isAway} multiline maw="20rem" events={ALL_EVENTS}>
        <Button
          {...button}
          // Not `disabled`, so that it still gets focus while the server is away.
          {...(isAway
            ? { 'aria-disabled': true, 'data-disabled': true, 'aria-describedby': reasonId }
            : { disabled: disabled ?? false })}
          onClick={(event) => {
            if (isAway) event.preventDefault()
            else onClick?.(event)
          }}
        />
      </Tooltip>
      {isAway && <VisuallyHidden id={reasonId}>{reason}</VisuallyHidden>}
    </>
  )
}

const ALL_EVENTS = { hover: true, focus: true, touch: true } as const

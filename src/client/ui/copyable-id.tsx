import { CopyButton, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import classes from './copyable-id.module.css'

/** An id in the monospaced face that is copied when it is pressed. `what` names it: "Trial ID". */
export function CopyableId({ value, what }: { value: string; what: string }) {
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <UnstyledButton className={classes['id']} onClick={copy} title={`Copy ${what}`}>
          <span className="identifier">{value}</span>
          {copied ? <IconCheck size={16} aria-hidden="true" /> : <IconCopy size={16} aria-hidden="true" />}
          <VisuallyHidden aria-live="polite">{copied ? `${what} copied` : ''}</VisuallyHidden>
        </UnstyledButton>
      )}
    </CopyButton>
  )
}

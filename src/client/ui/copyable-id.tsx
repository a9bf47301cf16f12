import { CopyButton, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import classes from './copyable-id.module.css'

/** An id in the monospaced face; a press copies it. `label` names it: "Trial ID"; a large one is readable across a room. */
export function CopyableId({ value, label, isLarge = false }: { value: string; label: string; isLarge?: boolean }) {
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <UnstyledButton className={classes['id']} onClick={copy} title={`Copy ${label}`}>
          <span className={isLarge ? 'identifier identifier-large' : 'identifier'}>{value}</span>
          {copied ? <IconCheck size={16} aria-hidden="true" /> : <IconCopy size={16} aria-hidden="true" />}
          <VisuallyHidden aria-live="polite">{copied ? `${label} copied` : ''}</VisuallyHidden>
        </UnstyledButton>
      )}
    </CopyButton>
  )
}

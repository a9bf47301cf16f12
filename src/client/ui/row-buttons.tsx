import { Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'

/** Adds a row to the list above, and puts the cursor into it. */
export function AddButton({ children, onAdd }: { children: string; onAdd: () => void }) {
  return (
    <Button
      variant="default"
      leftSection={<IconPlus size={20} aria-hidden="true" />}
      onClick={(event) => {
        onAdd()
        const list = event.currentTarget.previousElementSibling
        requestAnimationFrame(() => list?.lastElementChild?.querySelector('input')?.focus())
      }}
    >
      {children}
    </Button>
  )
}

/** Removes a row. `what` names it. */
export function RemoveButton({ what, onRemove }: { what: string; onRemove: () => void }) {
  return (
    <Button
      variant="subtle"
      color="slate"
      px="xs"
      leftSection={<IconTrash size={20} aria-hidden="true" />}
      aria-label={`Remove ${what}`}
      onClick={onRemove}
    >
      Remove
    </Button>
  )
}

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

/** Removes the row of this name. The focus goes to the next row, or to the button that adds one. */
export function RemoveButton({ name, onRemove }: { name: string; onRemove: () => void }) {
  return (
    <Button
      variant="subtle"
      color="slate"
      px="xs"
      leftSection={<IconTrash size={20} aria-hidden="true" />}
      aria-label={`Remove ${name}`}
      onClick={(event) => {
        const row = event.currentTarget.closest('fieldset')
        const list = row?.parentElement
        const place = row && list ? [...list.children].indexOf(row) : 0
        onRemove()
        // Without this the focus falls to the page, and the keyboard begins again at its top.
        requestAnimationFrame(() => firstFocusable(list?.children[place] ?? list?.nextElementSibling)?.focus())
      }}
    >
      Remove
    </Button>
  )
}

const firstFocusable = (element: Element | null | undefined): HTMLElement | null => {
  if (element instanceof HTMLButtonElement) return element
  return element?.querySelector<HTMLElement>('input, button') ?? null
}

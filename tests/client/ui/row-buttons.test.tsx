// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { AddButton, RemoveButton } from '../../../src/client/ui/row-buttons'

afterEach(cleanup)

function Rows() {
  const [rows, setRows] = useState(['A', 'B'])
  return (
    <MantineProvider>
      <div>
        {rows.map((row) => (
          <fieldset key={row} aria-label={row}>
            <input aria-label={`Name of ${row}`} />
            <RemoveButton name={row} onRemove={() => setRows(rows.filter((other) => other !== row))} />
          </fieldset>
        ))}
      </div>
      <AddButton onAdd={() => undefined}>Add a row</AddButton>
    </MantineProvider>
  )
}

const remove = (row: string) => fireEvent.click(screen.getByRole('button', { name: `Remove ${row}` }))

test('the focus goes to the row after a removed one, and from the last to the button that adds one', async () => {
  render(<Rows />)
  remove('A')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name of B')))
  remove('B')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add a row' })))
})

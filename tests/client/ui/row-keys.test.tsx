// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { moveInRows } from '../../../src/client/ui/row-keys'

afterEach(cleanup)

const table = () =>
  render(
    <table>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- The links in the rows have the focus. */}
      <tbody onKeyDown={moveInRows}>
        <tr>
          <th>Batch B1</th>
        </tr>
        {['One', 'Two', 'Three'].map((name) => (
          <tr key={name}>
            <td>
              <a href={`#${name}`}>{name}</a>
              <input aria-label={`Note ${name}`} />
              <a href={`#open-${name}`} data-opens-row>
                Open {name}
              </a>
            </td>
          </tr>
        ))}
      </tbody>
    </table>,
  )
const link = (name: string) => screen.getByRole('link', { name })
const press = (key: string, more: object = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more })

test('arrows lead from row to row, Home and End to the first and the last, past rows without links', () => {
  table()
  link('One').focus()
  const after = ['ArrowDown', 'ArrowDown', 'ArrowDown', 'Home', 'ArrowUp', 'End', 'ArrowUp'].map((key) => {
    press(key)
    return document.activeElement?.textContent
  })
  expect(after).toEqual(['Open Two', 'Open Three', 'Open Three', 'Open One', 'Open One', 'Open Three', 'Open Two'])
})

test('in a field, and with another key held, they do their usual work', () => {
  table()
  screen.getByLabelText('Note Two').focus()
  expect(press('ArrowDown')).toBe(true)
  expect(document.activeElement).toBe(screen.getByLabelText('Note Two'))
  link('Two').focus()
  expect(press('ArrowDown', { ctrlKey: true })).toBe(true)
  expect(document.activeElement).toBe(link('Two'))
})

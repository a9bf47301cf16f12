import { fireEvent, screen } from '@testing-library/react'

/* The acts of a person on a page. Each waits until its element is there. */

/** Presses a button, or another element with this role and name. */
export const press = async (name: string | RegExp, role = 'button') =>
  fireEvent.click(await screen.findByRole(role, { name }))

/** Types into a field, or chooses in a list, by its label. */
export const write = async (label: string | RegExp, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } })

/** Ticks the box with this label. */
export const tick = async (label: string) => fireEvent.click(await screen.findByLabelText(label))

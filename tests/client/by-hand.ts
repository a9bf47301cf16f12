import { fireEvent, screen } from '@testing-library/react'

/* What a person does with a page, once what it is done to stands there. */

/** Presses a button, or whatever else has this role and name. */
export const press = async (name: string | RegExp, role = 'button') =>
  fireEvent.click(await screen.findByRole(role, { name }))

/** Writes into a field, or chooses in a list, by its label. */
export const write = async (label: string | RegExp, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } })

/** Ticks what has this label. */
export const tick = async (label: string) => fireEvent.click(await screen.findByLabelText(label))

// @vitest-environment happy-dom
import { ERRORS, invalidFields } from '#contract/errors'
import { MantineProvider, TextInput } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import * as v from 'valibot'
import { afterEach, expect, test } from 'vitest'
import { CallFailed, type Failure } from '../../../src/client/api/failure'
import { busy } from '../../../src/client/browser/busy'
import { useSchemaForm } from '../../../src/client/action/use-schema-form'

/*
 * The behaviour of every form. It is checked when it is sent, shows the server's refusal at its field, and moves to the
 * first fault.
 */

afterEach(cleanup)

const text = v.pipe(v.string(), v.trim(), v.nonEmpty('This field is required'))
const person = v.object({ name: text, email: text })
const REFUSED = 'Another user has this address'
const FIELDS = ['name', 'email'] as const

function Form({ onSend }: { onSend: (sent: unknown) => void }) {
  const [error, setError] = useState<Error | null>(null)
  const { form, isDirty, submit } = useSchemaForm(person, { name: '', email: '' }, error)
  return (
    <MantineProvider env="test">
      <form noValidate onSubmit={submit(onSend)}>
        {FIELDS.map((field) => (
          <TextInput key={form.key(field)} label={field} {...form.getInputProps(field)} />
        ))}
        <button type="submit">Send</button>
      </form>
      <button onClick={() => setError(new CallFailed(refusal))}>Refuse</button>
      <button onClick={() => form.reset()}>Begin again</button>
      {isDirty && 'Not saved yet'}
    </MantineProvider>
  )
}

const { code, fields } = invalidFields({ email: REFUSED })
const refusal: Failure = {
  kind: 'refused',
  status: ERRORS[code].status,
  request: { method: 'POST', path: '/api/v1/people', at: '2026-11-21T10:00:00.000Z', request_id: 'r-1' },
  problem: { type: 'about:blank', detail: '', code, ...ERRORS[code], ...(fields && { fields }) },
}

const opened = () => {
  const sent: unknown[] = []
  render(<Form onSend={(one) => sent.push(one)} />)
  return sent
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const write = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const faults = () => [...document.querySelectorAll('.mantine-InputWrapper-error')].map(({ textContent }) => textContent)

test('is sent as the schema reads it', () => {
  const sent = opened()
  write('name', ' Ada ')
  write('email', 'ada@example.org')
  press('Send')
  expect(sent).toEqual([{ name: 'Ada', email: 'ada@example.org' }])
})

test('shows nothing before it is sent; then the missing fields, with the focus on the first', () => {
  const sent = opened()
  write('name', 'Ada')
  fireEvent.blur(field('email'))
  expect(faults()).toEqual([])
  press('Send')
  expect(faults()).toEqual(['This field is required'])
  expect(document.activeElement).toBe(field('email'))
  write('email', 'ada@example.org')
  expect(faults()).toEqual([])
  expect(sent).toEqual([])
})

test("shows a server's refusal at its field, until that is changed", () => {
  opened()
  write('email', 'ada@example.org')
  press('Refuse')
  expect(faults()).toEqual([REFUSED])
  write('name', 'Ada')
  expect(faults()).toEqual([REFUSED])
  write('email', 'lovelace@example.org')
  expect(faults()).toEqual([])
})

test('marks the page busy while it has input, and no longer once it is cleared', async () => {
  opened()
  expect(busy.reasons.get()).toEqual([])
  write('name', 'A')
  expect(screen.getByText('Not saved yet')).toBeDefined()
  expect(busy.reasons.get()).toEqual(['form'])
  press('Begin again')
  expect(field('name').value).toBe('')
  expect(screen.queryByText('Not saved yet')).toBeNull()
  await Promise.resolve()
  expect(busy.reasons.get()).toEqual([])
})

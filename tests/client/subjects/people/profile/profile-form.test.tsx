// @vitest-environment happy-dom
import { api } from '#contract/api'
import { ERRORS, invalidFields, refusal } from '#contract/errors'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { PROFILE_SAVE_FAILED } from '../../../../../src/client/subjects/people/profile-form/profile-draft'
import { write } from '../../../by-hand'
import { answers, delayed, inTurn, loses, ME, openApp, refuses, type Reply } from '../../../open-app'
import { wordsOf } from '../../../shown-table'

/* The fields of a person's own profile, the request, and a refusal that loses nothing. */

const SAVED = 'User profile save successful'
const NEW = 'grace@hospital.example'
const done = answers(api.updateMe, { ...ME, email: NEW, selected_timezone: null, max_level: 3 })

const opened = async (reply: Reply) => {
  const { sent } = openApp('/user-profile', [
    reply,
    answers(api.listOwnSessions, { data: [] }),
    answers(api.listOwnNotifications, { data: [] }),
  ])
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Save my profile' })
  const form = button.closest('form') ?? document.body
  return { sent, button, form, press: () => fireEvent.submit(form) }
}

const email = () => screen.getByLabelText<HTMLInputElement>(/Email address/)
const zone = () => screen.getByLabelText<HTMLSelectElement>('Time zone')
const faults = () => [...document.querySelectorAll('[role="alert"], .mantine-InputWrapper-error')].map(wordsOf)
const timesSaid = (words: RegExp) => wordsOf(document.body).match(words)?.length ?? 0

test('shows the person, and offers all time zones and none', async () => {
  const { form } = await opened(done)
  expect([...form.querySelectorAll('dl')].map(wordsOf)).toEqual([`ID ${ME.id} Name ${ME.name}`])
  expect(email().value).toBe(ME.email)
  await waitFor(() => expect([...zone().options].map(wordsOf)).toEqual(['<No time zone set>', 'UTC', 'Europe/London']))
  expect(zone().value).toBe(ME.selected_timezone)
  expect(await screen.findByText('Current time: 21 Nov 2026, 10:00')).toBeDefined()
})

test('is sent once, and says that it is saved', async () => {
  const reply = delayed(done)
  const { sent, button, press } = await opened(reply)
  await write(/Email address/, `  ${NEW} `)
  await write('Time zone', '')
  press()
  await waitFor(() => expect(button.disabled).toBe(true))
  expect(timesSaid(new RegExp(SAVED, 'g'))).toBe(0)
  reply.letGo()
  await screen.findByText(SAVED)
  const body = { id: ME.id, email: NEW, selected_timezone: null, seen_email: ME.email }
  expect(sent).toEqual([{ call: 'PUT auth/me/update', body, key: expect.any(String) }])
})

test.each([
  ['no address', '', 'This field is required'],
  ['what is no address', 'nowhere', 'Must be an email address'],
])('with %s it is not sent, with a message at the field', async (_, value, words) => {
  const { sent, press } = await opened(done)
  await write(/Email address/, value)
  press()
  await waitFor(() => expect(faults()).toEqual([words]))
  expect(sent).toEqual([])
})

describe('a refusal', () => {
  test.each([
    [
      'for a field, it says so at the field',
      invalidFields({ email: 'Another user has this address' }),
      /Another user/g,
    ],
    ['as a whole, it says so above the button', refusal('forbidden'), new RegExp(ERRORS.forbidden.message, 'g')],
  ])('%s, once, and retains the input', async (_, refusedWith, words) => {
    const { sent, press } = await opened(inTurn(refuses(api.updateMe, refusedWith), done))
    await write(/Email address/, NEW)
    press()
    await waitFor(() => expect(timesSaid(words)).toBe(1))
    expect(faults()).toContainEqual(expect.stringContaining(PROFILE_SAVE_FAILED))
    expect(email().value).toBe(NEW)
    press()
    await screen.findByText(SAVED)
    expect(sent.map(({ body }) => body)).toEqual([sent[0]?.body, sent[0]?.body])
    expect(faults().filter((said) => said.includes(PROFILE_SAVE_FAILED))).toEqual([])
  })

  test('without a connection is shown once, and a press sends it again', async () => {
    const { sent, press } = await opened(inTurn(loses(api.updateMe), done))
    await write(/Email address/, NEW)
    press()
    await waitFor(() => expect(timesSaid(/network error (has occurred|\()/gi)).toBe(1))
    expect(email().value).toBe(NEW)
    press()
    await screen.findByText(SAVED)
    expect(sent).toHaveLength(2)
  })
})

// @vitest-environment happy-dom
import { api } from '#contract/api'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aShownUser } from '../../../a-shown-record'
import { press, write } from '../../../by-hand'
import { answers, AS_ADMINISTRATOR, inTurn, listOf, loses, ME, openApp, type Reply } from '../../../open-app'
import { returnToWindow } from '../../../return-to-window'
import { wordsOf } from '../../../shown-table'

/* A profile that another person saves while its form is open. */

const MINE = 'ada@hospital.example'
const USER = aShownUser({ name: 'Ada', email: 'ada@example.org' })
const RENAMED = { ...USER, name: 'Ada Lovelace' }
const READDRESSED = { ...USER, email: 'ada@clinic.example' }

const opened = async (...replies: Reply[]) => {
  const { sent } = openApp(`/users/${USER.id}`, [AS_ADMINISTRATOR, ...replies])
  await screen.findByLabelText(/^Name/)
  return sent
}
const inOrder = (...users: (typeof USER)[]) => {
  const [first, ...then] = users.map((user) => answers(api.getUser, user))
  if (first === undefined) throw new Error('no user is answered')
  return inTurn(first, ...then)
}
const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label).value
const submit = () => fireEvent.submit(screen.getByLabelText(/^Name/).closest('form') ?? document.body)
const notices = () =>
  [...document.querySelectorAll('[role="alert"]')].map(wordsOf).filter((words) => words.includes('meanwhile'))

test('shows what another person saved, while nothing is typed', async () => {
  await opened(inOrder(USER, RENAMED))
  await returnToWindow()
  await waitFor(() => expect(field(/^Name/)).toBe(RENAMED.name))
  expect(notices()).toEqual([])
})

test('retains what is typed, shows the other fields as they are saved, and says so', async () => {
  const sent = await opened(inOrder(USER, RENAMED), answers(api.updateUser, { ...RENAMED, email: MINE }))
  await write(/^Email/, MINE)
  await returnToWindow()
  await waitFor(() => expect(field(/^Name/)).toBe(RENAMED.name))
  expect(field(/^Email/)).toBe(MINE)
  expect(notices()).toEqual([
    'This profile was changed meanwhile Your own changes are still here. The other fields show what was saved.',
  ])
  submit()
  await screen.findAllByText(/saved successfully/)
  const seen_email = USER.email
  expect(sent.map(({ body }) => body)).toEqual([
    { name: RENAMED.name, email: MINE, selected_timezone: null, seen_email },
  ])
  expect(notices()).toEqual([])
})

test('names the saved value that a typed one replaces', async () => {
  await opened(inOrder(USER, READDRESSED))
  await write(/^Email/, MINE)
  await returnToWindow()
  await waitFor(() =>
    expect(notices()).toEqual([
      expect.stringContaining(`If you save, you replace: Email address: ${READDRESSED.email}`),
    ]),
  )
  expect(field(/^Email/)).toBe(MINE)
})

test("takes a person's own save for no change by another, and asks nothing when the page is left", async () => {
  await opened(
    inOrder(USER),
    answers(api.updateUser, { ...USER, name: 'Ada Byron' }),
    answers(api.listTrials, listOf()),
  )
  await write(/^Name/, ' Ada Byron ')
  submit()
  await screen.findAllByText(/saved successfully/)
  await waitFor(() => expect(field(/^Name/)).toBe('Ada Byron'))
  expect(notices()).toEqual([])
  await press('Home', 'link')
  await waitFor(() => expect(screen.queryByLabelText(/^Name/)).toBeNull())
})

test('after a lost answer the same values are sent again, though another person saved', async () => {
  const sent = await opened(
    inOrder(USER, { ...READDRESSED, name: RENAMED.name }),
    inTurn(loses(api.updateUser), answers(api.updateUser, { ...USER, email: MINE })),
  )
  await write(/^Email/, MINE)
  submit()
  await waitFor(() => expect(wordsOf(document.body)).toMatch(/network error/i))
  await returnToWindow()
  submit()
  await waitFor(() => expect(sent).toEqual([sent[0], sent[0]]))
})

test("a person's own profile does the same", async () => {
  const me = { ...ME, max_level: 3 }
  const { sent } = openApp('/user-profile', [
    inTurn(answers(api.getMe, me), answers(api.getMe, { ...me, selected_timezone: 'UTC' })),
    answers(api.updateMe, { ...me, email: MINE, selected_timezone: 'UTC' }),
    answers(api.listOwnSessions, { data: [] }),
    answers(api.listOwnNotifications, { data: [] }),
  ])
  await write(/Email address/, MINE)
  await returnToWindow()
  await waitFor(() => expect(notices()).toHaveLength(1))
  expect(field(/Email address/)).toBe(MINE)
  fireEvent.submit(screen.getByLabelText(/Email address/).closest('form') ?? document.body)
  await screen.findByText('User profile save successful')
  const seen_email = ME.email
  expect(sent.map(({ body }) => body)).toEqual([{ id: ME.id, email: MINE, selected_timezone: 'UTC', seen_email }])
})

// @vitest-environment happy-dom
import { api } from '#contract/api'
import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { write } from '../../../by-hand'
import { NOW } from '../../../fixed-clock'
import { answers, AS_ADMINISTRATOR, inTurn, listOf, openApp } from '../../../open-app'

test('the clock of a chosen zone runs', async () => {
  openApp('/users/new', [
    inTurn(answers(api.displayTime, { time: '10:00' }), answers(api.displayTime, { time: '10:01' })),
    AS_ADMINISTRATOR,
    answers(api.listUsers, listOf()),
  ])
  await screen.findByLabelText('Time zone')
  vi.useFakeTimers({ now: NOW, toFake: ['Date', 'setInterval', 'clearInterval'] })
  await write('Time zone', 'Europe/London')
  expect(await screen.findByText('Current time: 10:00')).toBeDefined()
  act(() => void vi.advanceTimersByTime(60_000))
  vi.useRealTimers()
  expect(await screen.findByText('Current time: 10:01')).toBeDefined()
})

// @vitest-environment happy-dom
import { listTimezones } from '#contract/timezones'
import { listTrials } from '#contract/trials'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { press } from '../by-hand'
import { answers, holds, listOf, openApp } from '../open-app'

test('"Return to previous page" leads home where the page is the first of its tab', async () => {
  openApp('/timezones', [answers(listTrials, listOf())])
  expect(await screen.findByText('Europe/London')).toBeDefined()
  await press('Return to previous page')
  expect(await screen.findByText('No active trials found')).toBeDefined()
})

test('while the list is loading, it says so', async () => {
  openApp('/timezones', [holds(listTimezones)])
  expect(await screen.findByText('Please wait while the list of timezones is retrieved...')).toBeDefined()
})

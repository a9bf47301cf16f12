// @vitest-environment happy-dom
import { api } from '#contract/api'
import { ERRORS, refusal } from '#contract/errors'
import { act, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { aShownTrial } from '../../../a-shown-trial'
import { answers, holds, ME, openApp, pagesOf, refuses, type Reply } from '../../../open-app'
import { DO_NOT_RANDOMISE_AGAIN } from '../../../../../src/client/safety-words'
import { connection } from '../../../../../src/client/device/offline/connection'
import { NOW } from '../../../fixed-clock'

/* The wizard was loaded again while the outcome of its randomisation is unknown. */

const WIZARD = '/trials/1/participants/new'
const AGAIN = `${WIZARD}?attempt=6d1c0f7e-7f3f-4f62-9a43-0d8a5a6a1f10&by=${ME.id}`
const ADMINISTRATOR = 4
const CONTACT = 'Ring bleep 4412'
const TRIAL = aShownTrial({ contact: CONTACT })
const PAGES = pagesOf(TRIAL, ADMINISTRATOR)
const SITES = answers(api.getPermittedSites, { data: [{ id: 11, title: 'Queens' }] })
const BROKEN = refusal('internal_error')

const warning = async () => (await screen.findByText(DO_NOT_RANDOMISE_AGAIN)).closest('[role="alert"]')

describe('the page says not to randomise again', () => {
  test.each<[string, Reply[]]>([
    ['the trial is refused', [refuses(api.getTrial, BROKEN)]],
    ['the trial is no longer found', [refuses(api.getTrial, refusal('not_found'))]],
    ['the trial never arrives', [holds(api.getTrial)]],
    ['the permission is refused', [refuses(api.getTrialPermission, BROKEN)]],
    ['the sites are refused', [refuses(api.getPermittedSites, BROKEN)]],
    ['the sites never arrive', [holds(api.getPermittedSites)]],
  ])('where %s', async (_, replies) => {
    openApp(AGAIN, [...replies, holds(api.settleRandomisation), ...PAGES, SITES])
    expect(await warning()).not.toBeNull()
  })

  test('without a connection', async () => {
    openApp(AGAIN, [holds(api.getTrial), ...PAGES, SITES])
    act(() => connection.set({ state: 'offline', since: NOW, doubts: 0 }))
    expect(await warning()).not.toBeNull()
  })

  test('with the contact of the trial as soon as that is loaded', async () => {
    openApp(AGAIN, [refuses(api.getPermittedSites, BROKEN), ...PAGES])
    expect((await warning())?.textContent).toContain(CONTACT)
  })
})

test('a wizard without an attempt warns of none', async () => {
  openApp(WIZARD, [refuses(api.getTrial, BROKEN), ...PAGES, SITES])
  await screen.findByText(ERRORS.internal_error.message)
  expect(screen.queryByText(DO_NOT_RANDOMISE_AGAIN)).toBeNull()
})

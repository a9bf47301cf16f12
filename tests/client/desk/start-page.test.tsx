// @vitest-environment happy-dom
import { api } from '#contract/api'
import type { Me } from '#contract/session'
import { START_PAGES, type StartPage } from '#domain/desk/display-settings'
import { waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { offeredStartPages, startAddress } from '../../../src/client/desk/start-page'
import { answers, AS_ADMINISTRATOR, holds, loses, ME, openApp, type Reply } from '../open-app'
import { aToken } from '../tokens'

/* The page with which a person begins: the chosen one while they may open it, and home otherwise. */

const SYSTEM_ADMINISTRATOR = 4
const TRIAL_ADMINISTRATOR = 3

const ADDRESSES: Record<StartPage, string> = {
  home: '/',
  trials: '/trials',
  reports: '/reports',
  users: '/users',
  audit_logs: '/audit-logs',
}

const whoChose = (start_page: StartPage, max_level: number): Pick<Me, 'max_level' | 'display'> => ({
  max_level,
  display: {
    theme: 'device',
    density: 'device',
    start_page,
    list_columns: {},
    saved_filters: {},
    dismissed_notices: [],
    seen_release: null,
  },
})

describe('the start page', () => {
  test.each(START_PAGES)('of a system administrator who chose %s is that page', (page) => {
    expect(startAddress(whoChose(page, SYSTEM_ADMINISTRATOR))).toBe(ADDRESSES[page])
  })

  test.each(['reports', 'users', 'audit_logs'] as const)('is home once the right to %s is lost', (page) => {
    expect(startAddress(whoChose(page, TRIAL_ADMINISTRATOR))).toBe('/')
    expect(offeredStartPages({ max_level: TRIAL_ADMINISTRATOR }).map(({ value }) => value)).not.toContain(page)
  })

  test('is home where none was chosen', () => {
    expect(startAddress({ max_level: SYSTEM_ADMINISTRATOR })).toBe('/')
  })
})

/** Comes back from the provider, as a person with these settings. Returns the address where they are. */
const signsIn = (me: Reply) => {
  const { address } = openApp('/example-sso-return?REF=once', [
    answers(api.loginFromPing, { token: aToken(String(ME.id)), expires_at: '2026-11-21T11:00:00.000Z' }),
    me,
    AS_ADMINISTRATOR,
    holds(api.listTrials),
    holds(api.listUsers),
  ])
  return address
}

describe('after a sign-in', () => {
  test.each<[string, Reply, string]>([
    ['the chosen page opens', answers(api.getMe, { ...ME, ...whoChose('users', SYSTEM_ADMINISTRATOR) }), '/users'],
    [
      'home opens for a person who lost the right to the chosen page',
      answers(api.getMe, { ...ME, ...whoChose('users', TRIAL_ADMINISTRATOR) }),
      '/',
    ],
    ['home opens where no page was chosen', answers(api.getMe, { ...ME, max_level: SYSTEM_ADMINISTRATOR }), '/'],
    ['home opens where the choice could not be read', loses(api.getMe), '/'],
  ])('%s', async (_name, me, address) => {
    const shown = signsIn(me)
    await waitFor(() => expect(shown()).toBe(address))
  })
})

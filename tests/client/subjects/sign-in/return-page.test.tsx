// @vitest-environment happy-dom
import { api } from '#contract/api'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { session } from '../../../../src/client/session/this-session'
import { holds, openApp } from '../../open-app'

/* The page while a provider has led a person back and the REF is exchanged. */

test.each([
  ['/example-sso-return', api.loginFromPing],
  ['/example-lti-return', api.loginFromPing],
  ['/google-return', api.loginFromPing],
  ['/linkedin-return', api.loginFromPing],
  ['/aaf-return', api.loginFromAaf],
])('%s asks to wait while it exchanges its reference', async (at, exchange) => {
  session.end()
  openApp(`${at}?REF=once`, [holds(exchange)])
  session.end()
  expect(await screen.findByText('Please wait...')).toBeDefined()
})

// @vitest-environment happy-dom
import { api } from '#contract/api'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { busy } from '../../../../src/client/browser/busy'
import { storeInvitation } from '../../../../src/client/session/pending-invitation'
import { answers, openApp, refuses } from '../../open-app'

/* The return of an invited person. A reload loses the state that only this page has. */

test('no update reloads the page between the return and the use or refusal of the invitation', async () => {
  storeInvitation(sessionStorage, { token: 'the-secret', user_id: null })
  openApp('/example-lti-return?REF=abc', [
    answers(api.showAssociation, {
      token: 'the-secret',
      user: { id: 3, name: 'Amara Hughes', email: 'amara@example.org' },
    }),
    refuses(api.loginFromPing, { code: 'ref_invalid' }),
  ])
  const confirm = await screen.findByRole('button', { name: 'I am Amara Hughes' })
  expect([sessionStorage.length, busy.isBusyWith('sending')]).toEqual([0, true])
  fireEvent.click(confirm)
  await screen.findByText(/This sign-in link has been used or has expired/)
  expect(busy.isBusyWith('sending')).toBe(false)
})

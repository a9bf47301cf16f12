import { html } from 'hono/html'
import { SAMPLE_ACCOUNTS } from './sample-accounts'
import type { Markup } from '../../ground/markup'
import { idpPage } from './idp-page'

/**
 * The sample provider's sign-in page: one form with a submit button for each account, without scripts. `action` is the form's
 * target.
 */
export const signInPage = (action: string): string =>
  idpPage(
    'Sample accounts',
    html`<h1>Choose a sample account</h1>
      <p>This installation has no sign-in provider yet. These seven sample accounts need no password.</p>
      <form method="post" action="${action}">${sampleAccountButtons()}</form>
      <p class="note">For testing only. Never enter real participants.</p>`,
  )

/** A page that says why signing in stopped, with a way back. */
export const signInStoppedPage = (reason: string): string =>
  idpPage(
    'Sign-in stopped',
    html`<h1>Sign-in stopped</h1>
      <p>${reason}</p>
      <p><a class="way" href="/sign-in">Sign in again</a></p>`,
  )

/** A submit button for each sample account. */
export const sampleAccountButtons = (): Markup[] => SAMPLE_ACCOUNTS.map(accountButton)

const accountButton = (account: (typeof SAMPLE_ACCOUNTS)[number]) =>
  html`<button name="email" value="${account.email}">
    <strong>${account.name}</strong> <span>${account.may}</span> <small>${account.email}</small>
  </button>`

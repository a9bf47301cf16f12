import { momentIn } from '../time/calendar'
import { EXTERNAL_PATH } from '../sessions/external-identity'
import type { Letter } from './letter'
import type { ExternalAccountFacts, FactorNews } from '../db/message-facts'

type With = { publicUrl: string; secret: string | null }

/** The email about an external user account; null where it needs a link and has no secret for it. */
export const composeExternalAccount = (facts: ExternalAccountFacts, { publicUrl, secret }: With): Letter | null => {
  const pages = `${publicUrl}${EXTERNAL_PATH}`
  const link = secret === null ? null : `${pages}/password?token=${secret}`
  switch (facts.kind) {
    case 'external_account_activation':
      return link === null ? null : activation(facts, link)
    case 'external_account_reset':
      return link === null ? null : reset(facts, link)
    case 'external_account_password':
      return passwordChosen(facts, `${pages}/forgotten`)
    case 'external_account_asked_for':
      return forgottenPassword(facts, `${pages}/forgotten`)
    case 'external_account_factor':
      return factorChanged(facts, `${pages}/forgotten`)
  }
}

/** The event of the second factor, as a title and its consequence. */
const factorWords = (news: FactorNews): { title: string; follows: string } => {
  switch (news.change) {
    case 'on':
      return {
        title: 'A second factor was set up for your external user account',
        follows: 'You will now be asked for a code from your authenticator app at each sign-in, after your password.',
      }
    case 'off':
      return {
        title: 'The second factor of your external user account was removed',
        follows: 'You will no longer be asked for a code from that authenticator app when you sign in.',
      }
    case 'reset':
      return {
        title: 'The second factor of your external user account was reset',
        follows:
          'An administrator of the service reset it, and you were signed out. You will set up a new one at your next sign-in.',
      }
    case 'recovery_code':
      return {
        title: 'A recovery code of your external user account was used',
        follows: `Each of these codes works once. Recovery codes that still work: ${news.codes_left}.`,
      }
  }
}

const factorChanged = (facts: ExternalAccountFacts & FactorNews, url: string): Letter => {
  const { title, follows } = factorWords(facts)
  const { account, at, time_zone } = facts
  return {
    subject: title,
    heading: title,
    paragraphs: [
      follows,
      'If you did not expect this, use the link below to choose a new password at once. Then contact the service.',
    ],
    particulars: [
      ['Account', account],
      ['Time', momentIn(time_zone, at)],
    ],
    because: ABOUT_SIGN_IN,
    link: { text: 'Choose a new password', url },
  }
}

type WithLink = Extract<ExternalAccountFacts, { expires_at: string }>
const ABOUT_SIGN_IN = 'You receive this because it is about how you sign in.'
const NOT_FORWARDED = 'The link is personal and works once. Please do not forward this email.'

const accountAndEnd = ({ account, time_zone, expires_at }: WithLink) =>
  [
    ['Account', account],
    ['The link expires on', momentIn(time_zone, expires_at)],
  ] as const

const activation = (facts: WithLink, url: string): Letter => ({
  subject: 'Activate your external user account',
  heading: 'Activate your external user account',
  paragraphs: [
    'An external user account was created with this email address. Open the link below to choose its password. Then go back to where you created the account, and sign in.',
    NOT_FORWARDED,
    'If you did not request this account, ignore this email. Without a password, no one can sign in with it.',
  ],
  particulars: accountAndEnd(facts),
  because: ABOUT_SIGN_IN,
  link: { text: 'Choose a password', url },
})

const reset = (facts: WithLink, url: string): Letter => ({
  subject: 'Choose a new password for your external user account',
  heading: 'Choose a new password',
  paragraphs: [
    'A new password was requested for your external user account. Open the link below to choose it. Until then your current password still works.',
    NOT_FORWARDED,
    'If you did not request this, ignore this email.',
  ],
  particulars: accountAndEnd(facts),
  because: ABOUT_SIGN_IN,
  link: { text: 'Choose a new password', url },
})

const passwordChosen = ({ account, at, time_zone }: ExternalAccountFacts, url: string): Letter => ({
  subject: 'A password was chosen for your external user account',
  heading: 'A password was chosen for your external user account',
  paragraphs: [
    'From now on you sign in with the new password. Every session that began with this account was signed out.',
    'If you did not choose it, use the link below to choose another one at once. Then contact the service.',
  ],
  particulars: [
    ['Account', account],
    ['Time', momentIn(time_zone, at)],
  ],
  because: ABOUT_SIGN_IN,
  link: { text: 'Choose another password', url },
})

const forgottenPassword = ({ account, at, time_zone }: ExternalAccountFacts, url: string): Letter => ({
  subject: 'Someone requested an external user account with your address',
  heading: 'Someone requested an account with your address',
  paragraphs: [
    'Someone who was invited to this service requested an external user account with your email address. You already have one, so nothing was created or changed. They do not see that you have an account.',
    'If it was you, sign in with the account that you have. If you forgot its password, use the link below to choose a new one.',
  ],
  particulars: [
    ['Account', account],
    ['Time', momentIn(time_zone, at)],
  ],
  because: ABOUT_SIGN_IN,
  link: { text: 'Choose a new password', url },
})

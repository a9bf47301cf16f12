import { momentIn } from '../calendar'
import { EXTERNAL_PATH } from '../services/external-accounts/external-identity'
import type { Letter } from './letter'
import type { ExternalAccountFacts, FactorNews } from './message-facts'

type With = { publicUrl: string; secret: string | null }

/** The letter about an external user account; null where it should carry a link and has no secret for it. */
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
      return askedFor(facts, `${pages}/forgotten`)
    case 'external_account_factor':
      return factorChanged(facts, `${pages}/forgotten`)
  }
}

/** What happened to the second factor, as a title and as what follows from it. */
const factorWords = (news: FactorNews): { title: string; follows: string } => {
  switch (news.change) {
    case 'on':
      return {
        title: 'A second factor was set up for your external user account',
        follows: 'From now on a code of your authenticator app is asked at each sign-in, after your password.',
      }
    case 'off':
      return {
        title: 'The second factor of your external user account was removed',
        follows: 'From now on no code of that authenticator app is asked when you sign in.',
      }
    case 'reset':
      return {
        title: 'The second factor of your external user account was reset',
        follows:
          'An administrator of the service reset it, and you were signed out. At your next sign-in you set up another one.',
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
      'If you do not know of this, choose a new password at once by the link below, and contact the service.',
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
const ABOUT_SIGN_IN = 'You are told this because it concerns how you sign in.'
const NOT_FORWARDED = 'The link is for you alone and works once. Please do not forward this message.'

const accountAndEnd = ({ account, time_zone, expires_at }: WithLink) =>
  [
    ['Account', account],
    ['The link works until', momentIn(time_zone, expires_at)],
  ] as const

const activation = (facts: WithLink, url: string): Letter => ({
  subject: 'Activate your external user account',
  heading: 'Activate your external user account',
  paragraphs: [
    'An external user account was created with this e-mail address. Open the link below to choose its password; then go back to where you created the account, and sign in.',
    NOT_FORWARDED,
    'If it was not you who asked for the account, you need do nothing: without a password nobody can sign in with it.',
  ],
  particulars: accountAndEnd(facts),
  because: ABOUT_SIGN_IN,
  link: { text: 'Choose a password', url },
})

const reset = (facts: WithLink, url: string): Letter => ({
  subject: 'Choose a new password for your external user account',
  heading: 'Choose a new password',
  paragraphs: [
    'A new password was asked for, for your external user account. Open the link below to choose it. Until then the old one stays.',
    NOT_FORWARDED,
    'If it was not you who asked, you need do nothing.',
  ],
  particulars: accountAndEnd(facts),
  because: ABOUT_SIGN_IN,
  link: { text: 'Choose a new password', url },
})

const passwordChosen = ({ account, at, time_zone }: ExternalAccountFacts, url: string): Letter => ({
  subject: 'The password of your external user account was chosen',
  heading: 'The password of your external user account was chosen',
  paragraphs: [
    'From now on you sign in with the new password. Every session that began with this account has been signed out.',
    'If it was not you who chose it, choose another one at once by the link below, and contact the service.',
  ],
  particulars: [
    ['Account', account],
    ['Time', momentIn(time_zone, at)],
  ],
  because: ABOUT_SIGN_IN,
  link: { text: 'Choose another password', url },
})

const askedFor = ({ account, at, time_zone }: ExternalAccountFacts, url: string): Letter => ({
  subject: 'Somebody asked for an external user account with your address',
  heading: 'Somebody asked for an account with your address',
  paragraphs: [
    'Somebody who was invited to this service asked for an external user account with your e-mail address. You have one already, so nothing was created and nothing about yours has changed. He was not told that you have an account.',
    'If it was you, sign in with the account that you have; where you no longer know its password, choose a new one by the link below.',
  ],
  particulars: [
    ['Account', account],
    ['Time', momentIn(time_zone, at)],
  ],
  because: ABOUT_SIGN_IN,
  link: { text: 'Choose a new password', url },
})

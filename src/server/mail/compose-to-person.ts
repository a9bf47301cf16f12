import { momentIn } from '../calendar'
import { composeExternalAccount } from './compose-external-account'
import { invitationAddress } from './invitation-address'
import type { Letter } from './letter'
import type {
  AddressChangedFacts,
  AddressTakenUpFacts,
  AssociatedFacts,
  AssociationEndedFacts,
  InvitationFacts,
  PersonalFacts,
} from './message-facts'

/** What a letter to one person is written with: the portal's public address, and the secret of its link, where it has one. */
type With = { publicUrl: string; secret: string | null }

/** The letter to one person about his own account; null where it should carry a link and has no secret for it. */
export const composeToPerson = (facts: PersonalFacts, { publicUrl, secret }: With): Letter | null => {
  switch (facts.kind) {
    case 'invitation':
      return secret === null ? null : invitation(facts, invitationAddress(publicUrl, secret))
    case 'account_associated':
      return associated(facts, publicUrl)
    case 'association_ended':
      return associationEnded(facts, publicUrl)
    case 'address_changed':
      return addressChanged(facts, publicUrl)
    case 'address_taken_up':
      return addressTakenUp(facts, publicUrl)
    case 'external_account_activation':
    case 'external_account_asked_for':
    case 'external_account_factor':
    case 'external_account_password':
    case 'external_account_reset':
      return composeExternalAccount(facts, { publicUrl, secret })
  }
}

const invitation = ({ by, expires_at, time_zone }: InvitationFacts, url: string): Letter => ({
  subject: 'Choose the account you will sign in with',
  heading: 'Choose the account you will sign in with',
  paragraphs: [
    'You have been given access to this service. Open the link below to choose an account that you have already, such as the one of your university; from then on you sign in with it.',
    'The link is for you alone and works once. Please do not forward this message.',
  ],
  particulars: [
    ['Sent by', by],
    ['The link works until', momentIn(time_zone, expires_at)],
  ],
  because: 'You are told this because an administrator of the service has invited you.',
  link: { text: 'Choose an account', url },
})

const associated = ({ at, provider, time_zone }: AssociatedFacts, publicUrl: string): Letter => ({
  subject: 'An account was associated with you',
  heading: 'An account was associated with you',
  paragraphs: [
    'From now on, whoever signs in with this account is signed in to the service as you. If it was not you who did this, please contact the service at once.',
  ],
  particulars: [
    ['Account', provider],
    ['Time', momentIn(time_zone, at)],
  ],
  because: 'You are told this because it concerns how you sign in.',
  link: { text: 'Open the portal', url: `${publicUrl}/` },
})

const associationEnded = ({ at, provider, time_zone }: AssociationEndedFacts, publicUrl: string): Letter => ({
  subject: 'An account is no longer associated with you',
  heading: 'An account is no longer associated with you',
  paragraphs: [
    'An administrator of the service has ended this association. You can no longer sign in with this account.',
    'If you do not know of this, please contact the service at once.',
  ],
  particulars: [
    ['Account', provider],
    ['Time', momentIn(time_zone, at)],
  ],
  because: 'You are told this because it concerns how you sign in.',
  link: { text: 'Open the portal', url: `${publicUrl}/` },
})

const addressTakenUp = ({ at, time_zone }: AddressTakenUpFacts, publicUrl: string): Letter => ({
  subject: 'The email address of your account was changed',
  heading: 'The email address of your account was changed',
  paragraphs: [
    'From now on the service writes to this address.',
    'If you do not know of this, please contact the service at once.',
  ],
  particulars: [['Time', momentIn(time_zone, at)]],
  because: 'You are told this because this address was entered in your account.',
  link: { text: 'Open the portal', url: `${publicUrl}/` },
})

/** To the address that was his: without the new one, since it may be read by somebody else. */
const addressChanged = ({ at, time_zone }: AddressChangedFacts, publicUrl: string): Letter => ({
  subject: 'The email address of your account was changed',
  heading: 'The email address of your account was changed',
  paragraphs: [
    'From now on the service writes to another address, and no longer to this one. An invitation that was sent to this address can no longer be used.',
    'If you do not know of this, please contact the service at once.',
  ],
  particulars: [['Time', momentIn(time_zone, at)]],
  because: 'You are told this because the service wrote to you at this address until now.',
  link: { text: 'Open the portal', url: `${publicUrl}/` },
})

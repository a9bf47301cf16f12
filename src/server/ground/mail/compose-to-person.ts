import { momentIn } from '../time/calendar'
import { composeExternalAccount } from './compose-external-account'
import { invitationAddress } from './invitation-address'
import type { Letter } from './letter'
import type {
  AccountEndingFacts,
  AddressChangedFacts,
  AddressTakenUpFacts,
  AssociatedFacts,
  AssociationEndedFacts,
  InvitationFacts,
  PersonalFacts,
} from '../db/message-facts'

/** The context of an email to one person: the portal's public address, and the secret of its link, if it has one. */
type With = { publicUrl: string; secret: string | null }

/** The email to one person about their own account; null where it needs a link and has no secret for it. */
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
    case 'account_ending':
      return accountEnding(facts, publicUrl)
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
    'You have been given access to this service. Open the link below to choose an account that you already have, for example your university account. From then on you sign in with it.',
    'The link is personal and works once. Please do not forward this email.',
  ],
  particulars: [
    ['Sent by', by],
    ['The link expires on', momentIn(time_zone, expires_at)],
  ],
  because: 'You receive this because an administrator of the service invited you.',
  link: { text: 'Choose an account', url },
})

const associated = ({ at, provider, time_zone }: AssociatedFacts, publicUrl: string): Letter => ({
  subject: 'A sign-in account was associated with you',
  heading: 'A sign-in account was associated with you',
  paragraphs: [
    'From now on, anyone who signs in with this account is signed in to the service as you. If you did not do this, please contact the service at once.',
  ],
  particulars: [
    ['Account', provider],
    ['Time', momentIn(time_zone, at)],
  ],
  because: 'You receive this because it is about how you sign in.',
  link: { text: 'Open the portal', url: `${publicUrl}/` },
})

const associationEnded = ({ at, provider, time_zone }: AssociationEndedFacts, publicUrl: string): Letter => ({
  subject: 'A sign-in account is no longer associated with you',
  heading: 'A sign-in account is no longer associated with you',
  paragraphs: [
    'An administrator of the service deleted this association. You can no longer sign in with this account.',
    'If you did not expect this, please contact the service at once.',
  ],
  particulars: [
    ['Account', provider],
    ['Time', momentIn(time_zone, at)],
  ],
  because: 'You receive this because it is about how you sign in.',
  link: { text: 'Open the portal', url: `${publicUrl}/` },
})

const addressTakenUp = ({ at, time_zone }: AddressTakenUpFacts, publicUrl: string): Letter => ({
  subject: 'The email address of your account was changed',
  heading: 'The email address of your account was changed',
  paragraphs: [
    'From now on the service sends emails to this address.',
    'If you did not expect this, please contact the service at once.',
  ],
  particulars: [['Time', momentIn(time_zone, at)]],
  because: 'You receive this because this address was entered in your account.',
  link: { text: 'Open the portal', url: `${publicUrl}/` },
})

/** To the former address: without the new one, since another person may read it. */
const addressChanged = ({ at, time_zone }: AddressChangedFacts, publicUrl: string): Letter => ({
  subject: 'The email address of your account was changed',
  heading: 'The email address of your account was changed',
  paragraphs: [
    'From now on the service sends emails to another address instead of this one. An invitation that was sent to this address can no longer be used.',
    'If you did not expect this, please contact the service at once.',
  ],
  particulars: [['Time', momentIn(time_zone, at)]],
  because: 'You receive this because the service used this address until now.',
  link: { text: 'Open the portal', url: `${publicUrl}/` },
})

const accountEnding = ({ expires_at, time_zone }: AccountEndingFacts, publicUrl: string): Letter => ({
  subject: 'Your account ends soon',
  heading: 'Your account ends soon',
  paragraphs: [
    'After the time below you cannot sign in. You cannot randomise or unblind anyone then, even in an emergency.',
    'If you still need your account, ask a system administrator of the service to extend it. Those who run your trial can help you to reach one.',
    'Open the portal on your device before, so that unsent actions are sent.',
  ],
  particulars: [['Your account ends on', momentIn(time_zone, expires_at)]],
  because: 'You receive this because you have an account that ends.',
  link: { text: 'Open the portal', url: `${publicUrl}/` },
})

import { ageWords } from './ui/age-words'
import { counted, formatNumber } from './ui/format-number'

/*
 * The sentences on which a participant's safety depends: outcomes of randomising, dispensing and unblinding, unsent
 * actions, and losses. Screens and tests import them, so that one event reads the same everywhere. Times are
 * milliseconds since the epoch.
 */

/** Below each action that cannot be undone. */
export const CANNOT_BE_UNDONE = 'This cannot be undone.'

/* Writes whose answer was lost */

export const NOT_KNOWN_WHETHER_SAVED = 'We do not know whether this was saved.'
export const SEND_AGAIN = 'Send again: it will not be done twice.'
/** The same on a page whose button is still there. */
export const PRESS_AGAIN = 'Press the button again: it will not be done twice.'
/** Beside the button that lets other content be sent. */
export const CHECK_BEFORE_EDITING = 'Before you edit the form, check whether it was saved.'

/* Randomising */

export const RANDOMISED = 'Participant randomised'
export const RANDOMISING = 'Randomising. Keep this page open.'
export const CHECKING_RANDOMISED = 'Checking whether the participant was randomised'
export const STILL_CHECKING = 'Still checking with the server…'
export const DO_NOT_RANDOMISE_AGAIN =
  'We do not know yet whether this participant was randomised. Do not randomise again.'
export const NOT_RANDOMISED = {
  title: 'Not randomised',
  words: 'This participant was not randomised. You can try again.',
}
const NO_RESULT_YET = 'The result is not known yet'
/** Asked when a person leaves before the result is known. */
export const RESULT_NOT_KNOWN = {
  title: NO_RESULT_YET,
  words:
    'We do not know yet whether this participant was randomised. If you leave, check the list of participants before you randomise again.',
}
export const UNDO_NOT_KNOWN = {
  title: NO_RESULT_YET,
  words: 'Press Undo again. It will not be done twice.',
}
/** Only the person who began it sees the result. */
export const BEGUN_BY_ANOTHER = {
  title: 'Someone else began this randomisation',
  words: 'Only that person sees the result on this page. Check the list of participants before you randomise anyone.',
}

/* Unblinding */

export const willUnblind = (sequenceNo: number): string =>
  `You will be shown the study group of participant ${sequenceNo}. ${CANNOT_BE_UNDONE}`
export const notUnblinded = (sequenceNo: number): string => `Participant ${sequenceNo} was not unblinded`
export const UNBLINDING_IS_RECORDED =
  'Your name and comment are recorded. The study team is notified, but not of the group.'
export const UNBLINDED_BEFORE = 'This participant was unblinded before. See the history.'
export const SHOWN_ONCE =
  'The study group is shown once and not saved on this device. Tell only those who need it to care for the participant.'
export const UNBLINDING_BY_ACCIDENT = {
  words: `A blinded person learned the study group by accident. Trial administrators are notified, but not of the group. ${CANNOT_BE_UNDONE}`,
  notRecorded: 'The unblinding was not recorded',
  recorded: (sequenceNo: number): string => `An inadvertent unblinding of participant ${sequenceNo} is recorded.`,
} as const
export const unblinded = (sequenceNo: number): string =>
  `Participant ${sequenceNo} was unblinded. The study group is no longer shown.`

/* Dispensing */

/** A title before and after the pack's ID, which is set in a typeface of its own. */
const DISPENSE_TITLES = {
  recorded: ['Pack ', ' is dispensed'],
  waiting: ['Pack ', ' is dispensed'],
  refused: ['Pack ', ' was not recorded as dispensed'],
  given_up: ['The record for pack ', ' was discarded'],
  missing: ['The record for pack ', ' is missing on this tablet'],
} as const

/** The state of a pack that was dispensed on this tablet. */
export type DispenseOutcome = keyof typeof DISPENSE_TITLES

export const dispenseTitleParts = (outcome: DispenseOutcome): readonly [string, string] => DISPENSE_TITLES[outcome]
export const dispenseTitle = (outcome: DispenseOutcome, packId: string): string => DISPENSE_TITLES[outcome].join(packId)

/** The line under the title, where the server has recorded it; `clock` is the time of day. */
export const dispensedAndSaved = (clock: string): string => `Dispensed · saved ${clock}`
/** The same while it is still to be sent. */
export const dispensedAndUnsent = (clock: string): string => `Dispensed ${clock} · not sent yet`
export const DISPENSE_RECORDED = 'The server has recorded it.'
export const dispenseRefused = (reason: string): string =>
  `The server refused it: ${reason}. Take the pack back if you have given it.`
export const neverSent = (reason: string): string =>
  `This record was never sent, so the pack is not recorded as dispensed. Reason: ${reason}`
export const DISPENSE_LOST =
  'The server may not have received it. Find the pack under Study packs. If it is not Dispensed there, record it again.'

/** Shown for a pack whose dispense is unsent on this device. */
export const DISPENSED_HERE = 'Dispensed on this tablet, not sent yet'
export const NOT_DISPENSED = 'The pack was not dispensed'
export const DISPENSED_ONLY_ONCE = 'A pack is dispensed only once.'

/** The time when the packs were received is unknown. */
export const AGE_UNKNOWN = {
  title: 'This tablet’s pack list may be out of date',
  words: 'The clock of this tablet was changed. Do not dispense anything until the connection is back.',
}

export const TOO_OLD_TITLE = 'This tablet’s pack list is too old'

/** The packs were last received more than a day ago. */
export const tooOld = (as_of: number, now: number) => ({
  title: TOO_OLD_TITLE,
  words: `Last updated ${ageWords(as_of, now)}. Do not dispense anything until the connection is back.`,
})

/** The confirmation where the packs were received more than an hour ago. */
export const ageConfirmation = (as_of: number, now: number): string =>
  `This tablet’s pack list was last updated ${ageWords(as_of, now)}. I have checked with the trial’s contact that this pack may still be dispensed.`

/** Where two people are required. */
export const SECOND_PERSON = {
  title: 'A second person cannot confirm this pack offline',
  words:
    'In this trial a colleague scans each pack on another device and confirms it. Do not dispense until the connection is back.',
}

/** Shown for a pack that waits for another person's action; the kind of action stays unsaid. */
export const othersAction = (name: string, packId: string) => ({
  title: `${name} has an unsent action for pack ${packId}`,
  words: `Do not dispense the pack until ${name} has signed in on this tablet and sent the action.`,
})

export const decideInOutbox = (reason: string): string =>
  `The server refused it: ${reason}. Do not dispense this pack. Open the outbox, and correct the refused record or discard it.`

/** Where this browser cannot compare the three digits. */
export const codeNotCheckable = (packId: string) => ({
  title: `The code of pack ${packId} cannot be checked on this tablet`,
  words: CODE_NOT_CHECKABLE,
})
export const CODE_NOT_CHECKABLE =
  'This tablet cannot check the code. Do not dispense the pack until the connection is back.'

/* Unsent actions */

/** "2 unsent actions". */
export const unsentActions = (count: number): string => counted(count, 'unsent action')

export const WILL_BE_SENT = 'Will be sent when online'
export const SAVED_HERE = 'Saved on this tablet. It will be sent when online.'
export const BEING_SENT = 'Saved on this tablet. It is being sent.'
export const SENT_AFTER_SIGN_IN = 'Saved on this tablet. Sign in again to send it.'
export const SENT_BY_NEWER_APP = 'Saved on this tablet. Reload this page to see the result.'
export const WILL_BE_SAVED_HERE = 'The record will be saved on this tablet. It will be sent when online.'

/** Shown for an action that another server answered, or that failed on the server. A firewall stops the same text every time. */
export const notSentWords = ({ words, isFirewall }: { words: string; isFirewall?: true | undefined }): string =>
  `Saved on this tablet, but not ${isFirewall ? 'confirmed' : 'sent yet'}: ${words}. ${isFirewall ? TELL_IT_TEAM : 'It is sent again automatically.'}`
export const TELL_IT_TEAM = 'Tell your IT team, or discard it in the outbox and do it again in other words.'

/** Shown for an action that waits for another person's; `about` names the record of both. */
export const waitingForPerson = (name: string, about: string): string =>
  `Waiting for an unsent action by ${name} on ${about}. ${name} must sign in on this tablet and send it first.`
export const WAITING_FOR_REFUSED =
  'Waiting for an earlier action, which the server refused. Correct or discard that one first.'
export const WAITING_FOR_OWN = 'Waiting for your earlier action on the same record. Check that one in the outbox.'

export const othersUnsent = (name: string, count: number): string =>
  `${unsentActions(count)} by ${name} ${count === 1 ? 'waits' : 'wait'} on this tablet. ${name} can sign in and send ${count === 1 ? 'it' : 'them'}.`

/** The unsent actions at a sign-out. */
export const staysUnsent = (count: number): string => {
  if (count === 0) return 'Everything has been sent.'
  const [stays, it] = count === 1 ? ['stays', 'it'] : ['stay', 'them']
  return `${unsentActions(count)} ${stays} on this tablet for you. Sign in again on this tablet to send ${it}. No one else can see or send ${it}.`
}
export const UNSENT_NOT_KNOWN =
  'The outbox on this tablet cannot be opened. Unsent actions in it stay on this tablet. Sign in again on this tablet later to send them.'

/** The unsent actions below a locked screen. */
export const unsentWhileLocked = (count: number): string => {
  const [is, they] = count === 1 ? ['is', 'It is'] : ['are', 'They are']
  return `${unsentActions(count)} ${is} saved on this tablet. ${they} sent when the connection is back, even while the screen is locked.`
}

/**
 * Shown where this device could not write into its outbox: nothing has changed there. The app gives its own reasons in
 * words; of the browser's only the name is shown, to be quoted.
 */
export const notSavedWords = (error: unknown): string =>
  `NOT saved: ${reasonOf(error)}. Nothing was recorded. Try again.`

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'the reason is not known'
  return error.name === 'Error' ? error.message : `this browser could not store it (${error.name})`
}

/** Shown where another tab has sent, corrected or closed the action meanwhile. */
export const CHANGED_IN_ANOTHER_TAB = 'This action was changed in another tab. Close this and look again.'

/* Decisions in the outbox */

/** Above the actions of an earlier session: another person may have done them in this person's name. */
export const fromEarlierSession = (count: number): string => `${unsentActions(count)} from an earlier session`
export const CHECK_EARLIER = 'Check that you did this. Nothing is sent until you press the button.'

/** Before an action is discarded, by whether the server may have it. */
export const discardedWords = (mayBeRecorded: boolean): string =>
  `${mayBeRecorded ? `The action will not be sent again. ${MAY_BE_RECORDED}` : 'The server will never record this action.'} It stays listed in the outbox, with your reason.`
export const TOO_LATE_TO_DISCARD = 'It may already be recorded, so you can no longer discard it'

/** The server refused a flag because it was already set or removed. */
export const DONE_BY_ANOTHER = 'Someone else did this first. Your comment was not recorded. Copy it if others need it.'

export const UNVERIFIED = {
  title: 'An action in your name cannot be verified',
  words:
    'It was changed, damaged, or saved on this tablet by someone else. It will never be sent. Check your recent flags and dispensed packs, and record again what is missing.',
}
export const SET_ASIDE = 'It will never be sent. It stays in the outbox with your reason.'

/* Losses */

export const cannotBeFound = (count: number, name?: string): string =>
  `${unsentActions(count)}${name === undefined ? '' : ` by ${name}`} ${count === 1 ? 'is' : 'are'} missing on this tablet`
export const CHECK_LOST =
  'The server may not have received them. Open each participant or pack listed here. Record again whatever is missing there.'
export const HAVE_CHECKED_LOST = 'I have checked them in the portal'
export const NOTHING_CAN_BE_SAVED = {
  title: 'This tablet cannot save anything now',
  words:
    'You cannot flag or dispense with it. Everything else works online. Close the app and open it again, leave private browsing, or use another device.',
}
/** The answer to an action was lost, and its author's permission has ended since, or a firewall answered. */
export const MAY_BE_RECORDED =
  'This action was sent, but not confirmed. Check the participant or pack before you do it again.'

/** The person who can see which of their actions are missing. */
export const missingOf = (name: string): string => `${name} can sign in on this tablet to see which ones.`
export const UNNAMED_ACTION = 'An action without a name'

/** Stored by a newer version of the app, or damaged. */
export const unreadableWords = (count: number) => ({
  title: `${unsentActions(count)} cannot be read by this version of the app`,
  words: `${count === 1 ? 'It stays' : 'They stay'} on this tablet. Reload this page to get the newest version.`,
})
export const UPDATED_IN_ANOTHER_TAB = 'The app has been updated in another tab. Reload this page.'

/** The key to the person's own actions is not on this device. */
export const notOpenedYet = (count: number): string =>
  `${formatNumber(count)} of your unsent actions cannot be opened yet. This tablet must reach the server first.`

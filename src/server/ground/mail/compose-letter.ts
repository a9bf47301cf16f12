import { BLINDED_NAME, shownGroup, visibilityOf } from '#domain/people/blinding'
import { can, type EffectivePermission } from '#domain/people/permissions'
import { monthlyLines } from '#domain/reports/monthly-report'
import { monthInWords } from '#domain/time/day-in-words'
import { STUDY_PACK_ACTIONS } from '#domain/study-packs/study-pack-actions'
import { momentIn } from '../time/calendar'
import type { Letter } from './letter'
import type {
  CapFacts,
  ErrorFacts,
  InadvertentFacts,
  LedgerHeadFacts,
  LetterFacts,
  ListRunningOutFacts,
  LowStockFacts,
  MissingAfterChangeFacts,
  NamedGroup,
  MissingPacksFacts,
  MonthlyReportFacts,
  ProtectedAccessFacts,
  RandomisedFacts,
  ReopeningRequestedFacts,
  RevealFacts,
  SignInChange,
  SignInFacts,
  SiteOpenedFacts,
  StatusFacts,
  UnblindingFacts,
  WaitingListFacts,
} from '../db/message-facts'

type Particulars = [label: string, value: string][]
type News = Pick<Letter, 'subject' | 'heading' | 'paragraphs'> & { particulars: Particulars; page: string }

/**
 * The email about an event, for a reader with this permission in the trial. It shows groups only as far as the reader
 * may see them, and never in its subject. A blinded reader gets the same text about participants of two groups.
 */
export const composeLetter = (facts: LetterFacts, permission: EffectivePermission, publicUrl: string): Letter => {
  const { subject, particulars, page, ...news } = newsOf(facts, permission)
  const { id, title, selected_timezone } = facts.trial
  return {
    ...news,
    subject: `Trial ${id}: ${subject}`.replace(/\s+/g, ' '),
    particulars: [
      ['Trial', `${title} (${id})`],
      ...particulars,
      ['Time', momentIn(selected_timezone, facts.at)],
      ['By', facts.by],
    ],
    because: 'You receive this because of your permissions.',
    link: { text: `Open trial ${id} in the portal`, url: `${publicUrl}/trials/${id}${page}` },
  }
}

const newsOf = (facts: LetterFacts, permission: EffectivePermission): News => {
  switch (facts.kind) {
    case 'randomisation':
      return randomised(facts, permission)
    case 'trial_status':
    case 'trial_completion':
      return statusChanged(facts)
    case 'reopening_requested':
      return reopeningRequested(facts)
    case 'site_opened':
      return siteOpened(facts)
    case 'seed_revealed':
      return seedRevealed(facts)
    case 'ledger_head':
      return ledgerHead(facts)
    case 'unblinding':
      return unblinded(facts)
    case 'inadvertent_unblinding':
      return inadvertentlyUnblinded(facts)
    case 'randomisation_error':
      return inError(facts)
    case 'study_packs_missing':
      return packsMissing(facts)
    case 'packs_missing_after_change':
      return packsMissingAfterChange(facts)
    case 'low_stock':
      return stockLow(facts)
    case 'list_running_out':
      return listRunningOut(facts)
    case 'cap_near':
      return capNear(facts)
    case 'waiting_list':
      return participantsWaiting(facts)
    case 'protected_access':
      return accessGranted(facts)
    case 'sign_in_changed':
      return signInChanged(facts)
    case 'monthly_report':
      return monthlyReport(facts)
  }
}

type Grouped = { groups: readonly NamedGroup[] }

const PARTICIPANTS = '/participants'
const PACKS = '/study-packs'

const randomised = (facts: RandomisedFacts & Grouped, permission: EffectivePermission): News => {
  const strata: Particulars = facts.strata.map(({ stratum, option }) => [stratum, option])
  return {
    subject: `participant ${facts.trial_sequence_no} randomised`,
    heading: `Participant ${facts.trial_sequence_no} randomised`,
    paragraphs: [`This confirms that participant ${facts.trial_sequence_no} has been randomised.`],
    particulars: [
      ...sequenceNo(facts),
      ...particular(facts.participant_id_label, facts.participant_id),
      ['Site', facts.site.title],
      ...(can(permission, 'viewStrata') ? strata : []),
      ['Study group', groupsShown(facts, permission)],
      ...particular('Study pack', facts.pack_ids.join(', ')),
    ],
    page: PARTICIPANTS,
  }
}

/** A group without a label is shown as blinded: a missing label must never reveal a group. */
const groupsShown = ({ groups }: Grouped, permission: EffectivePermission): string => {
  const visibility = visibilityOf(permission)
  const names = groups.map(({ name, label }) => shownGroup(visibility, { name, label: label ?? BLINDED_NAME }).name)
  return [...new Set(names)].join(' + ')
}

const statusChanged = ({ from, to, reason, commitment, requested_by }: StatusFacts): News => ({
  subject: `status changed to ${to}`,
  heading: `Trial status changed to ${to}`,
  paragraphs: [
    `The status of the trial changed from ${from} to ${to}.`,
    ...(requested_by === undefined ? [] : ['The trial had been finished by mistake. Two people have re-opened it.']),
    ...(commitment === null
      ? []
      : [
          'The seed of the trial was fixed before its first participant. Keep this email: its commitment can prove that later.',
        ]),
  ],
  particulars: [
    ['From', from],
    ['To', to],
    ['Reason', reason],
    ...particular('Requested by', requested_by ?? null),
    ...particular('Commitment', commitment),
  ],
  page: '',
})

const reopeningRequested = ({ reason }: ReopeningRequestedFacts): News => ({
  subject: 're-opening requested',
  heading: 'Someone requested that the trial is re-opened',
  paragraphs: [
    'The trial was finished by mistake, as the request says. It stays Finished until a second person confirms the request on the page of the trial.',
  ],
  particulars: [['Reason', reason]],
  page: '',
})

const siteOpened = ({ site, reason }: SiteOpenedFacts): News => ({
  subject: `${site.title} opened`,
  heading: `${site.title} has been opened`,
  paragraphs: [`${site.title} can now randomise participants while the trial is Started.`],
  particulars: [
    ['Site', site.title],
    ['Reason', reason],
  ],
  page: '',
})

const ledgerHead = ({ head }: LedgerHeadFacts): News => ({
  subject: 'keep the head of the ledger',
  heading: 'Keep the head of the trial’s ledger',
  paragraphs: [
    'Please keep this email outside the portal. The head is a fingerprint of all records so far.',
    'It can prove later that none of them was changed. It reveals nothing about any study group. To compare it with a ledger, run the verifier with --head.',
  ],
  particulars: [['Head', head]],
  page: '',
})

const seedRevealed = ({ reason, commitment }: RevealFacts): News => ({
  subject: 'the seed has been revealed',
  heading: 'The trial’s seed has been revealed',
  paragraphs: [
    'Anyone with the seed and the ledger can now recompute every allocation of the trial. The seed must match the commitment that was published when the trial started.',
  ],
  particulars: [
    ['Reason', reason],
    ['Commitment', commitment],
  ],
  page: '',
})

const unblinded = (facts: UnblindingFacts): News => ({
  subject: `participant ${facts.trial_sequence_no} unblinded`,
  heading: `Participant ${facts.trial_sequence_no} unblinded`,
  paragraphs: [
    `The study group of participant ${facts.trial_sequence_no} was disclosed to one person. This email does not name the group.${facts.reason === null ? ' This participant was unblinded before. People who are not blinded can read the reason in the portal.' : ''}`,
  ],
  particulars: [
    ...sequenceNo(facts),
    ['Site', facts.site.title],
    ...(facts.reason === null ? [] : ([['Reason', facts.reason]] satisfies Particulars)),
  ],
  page: PARTICIPANTS,
})

const inadvertentlyUnblinded = (facts: InadvertentFacts): News => ({
  subject: `participant ${facts.trial_sequence_no} unblinded inadvertently`,
  heading: `Participant ${facts.trial_sequence_no} unblinded inadvertently`,
  paragraphs: [
    `It was recorded that the study group of participant ${facts.trial_sequence_no} became known by accident. The details are in the portal.`,
  ],
  particulars: [...sequenceNo(facts), ['Site', facts.site.title]],
  page: PARTICIPANTS,
})

const inError = (facts: ErrorFacts): News => ({
  subject: `participant ${facts.trial_sequence_no} randomised in error`,
  heading: `Participant ${facts.trial_sequence_no} randomised in error`,
  paragraphs: [
    `It was recorded that participant ${facts.trial_sequence_no} was randomised in error. The allocation was not deleted or changed. The details are in the portal.`,
  ],
  particulars: [...sequenceNo(facts), ['Site', facts.site.title], ['Error', facts.error]],
  page: PARTICIPANTS,
})

const packsMissing = ({ site }: MissingPacksFacts): News => ({
  subject: `study packs missing at ${site.title}`,
  heading: 'Study packs are missing',
  paragraphs: [
    'A randomisation was refused, and no one was randomised. Before each randomisation, packs of every possible study group must be available. Please check the stock today.',
  ],
  particulars: [['Site', site.title]],
  page: PACKS,
})

const packsMissingAfterChange = ({ site, trial, changes, more = 0 }: MissingAfterChangeFacts): News => ({
  subject: `study packs missing at ${site.title} after a change`,
  heading: 'Study packs are missing after a change',
  paragraphs: [
    'A randomisation was refused because study packs are missing. A blinded person had changed packs there less than a day before.',
    'Someone who chooses the active packs can learn study groups from such refusals. Please ask why the packs were changed.',
  ],
  particulars: [
    ['Site', site.title],
    ...changes.map(({ at, by, action, packs, reason }): [string, string] => [
      `Change on ${momentIn(trial.selected_timezone, at)}`,
      `${by}: ${STUDY_PACK_ACTIONS[action].label}. Packs: ${packs}. Reason: ${reason}`,
    ]),
    ...particular('Earlier changes', more > 0 ? `${more} more within a day; see the history of each pack` : null),
  ],
  page: PACKS,
})

const stockLow = (facts: LowStockFacts): News => {
  const site = 'site' in facts ? facts.site.title : null
  return {
    subject: site === null ? 'study packs low' : `study packs low at ${site}`,
    heading: 'Study packs are low',
    paragraphs: [
      `The number of study packs that can be allocated ${site === null ? 'in the trial' : 'at this site'} has reached the alert level. Please check the stock. You will be emailed again only if the number first rises above that level.`,
    ],
    particulars: [
      ...particular('Site', site),
      ['Packs that can be allocated', String(facts.active)],
      ['Alert level', String(facts.level)],
    ],
    page: PACKS,
  }
}

const listRunningOut = ({ stratum, places_left }: ListRunningOutFacts): News => ({
  subject: 'the list of allocations is running out',
  heading: 'The list of allocations is running out',
  paragraphs: [
    places_left === 0
      ? 'No place is left on the list for this stratum. No one can be randomised there until more rows are confirmed.'
      : 'Few places are left on the list for this stratum. Ask the author of the list to upload more rows.',
  ],
  particulars: [
    ['Stratum', stratum],
    ['Places left', String(places_left)],
  ],
  page: '',
})

/** Flagged participants may not count towards a sample size; everyone counts towards any other limit. */
const capNear = (facts: CapFacts): News => {
  const { news, count, most, option } = facts
  const place = 'site' in facts ? facts.site.title : (option ?? 'the trial')
  const isOfTrial = facts.of === 'trial'
  const limit = isOfTrial ? 'sample size' : 'limit of participants'
  const [participants, are, counted] =
    count === 1 ? ['1 participant', 'is', 'counts'] : [`${count} participants`, 'are', 'count']
  const standing = isOfTrial
    ? `${participants} ${counted} towards the sample size of ${most}.`
    : news === 'reached'
      ? `${participants} ${are} randomised, and no more are allowed.`
      : `${count} of at most ${most} participants ${are} randomised.`
  return {
    subject: news === 'reached' ? `${limit} reached: ${place}` : `${limit} near: ${place}`,
    heading: news === 'reached' ? `The ${limit} is reached` : `The ${limit} is near`,
    paragraphs: [
      news === 'reached'
        ? `${standing} The next one will be refused unless the ${limit} is raised in the settings.`
        : `${standing} Decide soon whether recruitment ends there, or raise the ${limit} in the settings.`,
    ],
    particulars: [
      ...particular('Site', 'site' in facts ? facts.site.title : null),
      ...particular('Stratum', option),
      ['Participants', `${count} of ${most}`],
    ],
    page: '',
  }
}

const participantsWaiting = ({ site, waiting }: WaitingListFacts): News => ({
  subject: `participants wait at ${site.title}`,
  heading: `Participants wait at ${site.title}`,
  paragraphs: [
    'The trial is Started again. The waiting list shows for whom a place is free. No one on it is randomised automatically. Check eligibility and answers again first.',
  ],
  particulars: [
    ['Site', site.title],
    ['Participants who wait', String(waiting)],
  ],
  page: '/waiting-list',
})

const accessGranted = ({ person, role }: ProtectedAccessFacts): News => ({
  subject: 'a system administrator has been given access',
  heading: 'A system administrator has been given access',
  paragraphs: [
    'This trial is protected: system administrators can see it only with a permission in it. One of them now has one. Contact the service if you did not expect this.',
  ],
  particulars: [
    ['System administrator', person],
    ['Role in the trial', role],
  ],
  page: '',
})

const SIGN_IN_CHANGES: Record<SignInChange, string> = {
  address: 'The email address of this user was changed.',
  association: 'This user can now sign in with another account.',
  association_ended: 'This user can no longer sign in with one of their accounts.',
}

const signInChanged = ({ person, change }: SignInFacts): News => ({
  subject: 'a user’s sign-in has changed',
  heading: 'A user’s sign-in has changed',
  paragraphs: [`${SIGN_IN_CHANGES[change]} If you did not expect this, ask them, and contact the service at once.`],
  particulars: [['User', person]],
  page: '/users',
})

const monthlyReport = ({ month, figures }: MonthlyReportFacts): News => ({
  subject: `monthly report for ${monthInWords(month)}`,
  heading: `Monthly report for ${monthInWords(month)}`,
  paragraphs: [
    'These are the figures of the month. The attached PDF also has them by site. Study groups are not in it, so blinded people may read it.',
  ],
  particulars: monthlyLines(figures),
  page: '',
})

const sequenceNo = ({ trial_sequence_no }: { trial_sequence_no: number }): Particulars => [
  ['Sequence number', String(trial_sequence_no)],
]

const particular = (label: string, value: string | null): Particulars => (value ? [[label, value]] : [])

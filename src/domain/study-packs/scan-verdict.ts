import { isPastExpiry, packNotFound, studyPackStatusOfId, type StudyPackStatusKey } from './study-pack'

/** Why a scanned pack must not be dispensed, or `right`. */
export const SCAN_VERDICTS = [
  'right',
  'unknown',
  'recalled',
  'removed',
  'expired',
  'already_dispensed',
  'wrong_site',
  'wrong_participant',
  'not_allocated',
] as const
export type ScanVerdictKind = (typeof SCAN_VERDICTS)[number]

/** `title` is read across a room, `words` name the scanned pack, the right one, and the next step. */
export type ScanVerdict = { kind: ScanVerdictKind; title: string; words: string }

export type ScannedPack = {
  pack_id: string
  study_pack_status_id: number
  site_id: number | null
  expire_on: string | null
  participant?: { trial_sequence_no: number } | undefined
}

/** The place and recipient of a dispense. */
export type ScanContext = {
  /** The scanned or typed text. */
  entered: string
  /** The present day in the trial's time zone, `YYYY-MM-DD`. */
  today: string
  /** Every site of the trial, to name them. */
  sites: readonly { id: number; title: string }[]
  /** Whether an unallocated pack is only for participants of its own site. */
  is_site_managing_packs: boolean
  /** The sites at which the person works. */
  own_site_ids: readonly number[]
  /** The participant from whose page it was begun, and the packs allocated to them. */
  recipient: { trial_sequence_no: number; site_id: number; pack_ids: readonly string[] } | null
}

/**
 * Whether a pack may be dispensed, else the reason against it, which cannot be overridden. Null is an unknown pack.
 * Permanent reasons come first, then those of another's pack, then those that can be solved.
 */
export const scanVerdict = (pack: ScannedPack | null, context: ScanContext): ScanVerdict => {
  if (pack === null) return unknown(context)
  const kind = kindOf(pack, context)
  const { title, words } = VERDICT_TEXTS[kind](pack, context)
  return { kind, title, words }
}

type KnownKind = Exclude<ScanVerdictKind, 'unknown'>

const kindOf = (pack: ScannedPack, context: ScanContext): KnownKind => {
  const { recipient, today } = context
  const status = studyPackStatusOfId(pack.study_pack_status_id)?.key
  const ended = status === undefined ? null : ENDED[status]
  if (ended !== null) return ended
  const goesTo = status === 'allocated' ? pack.participant?.trial_sequence_no : undefined
  // An allocated pack goes to its participant, wherever it was stored: their site may have begun to manage packs since.
  if (goesTo === undefined) return isElsewhere(pack, context) ? 'wrong_site' : 'not_allocated'
  if (recipient !== null && goesTo !== recipient.trial_sequence_no) return 'wrong_participant'
  return isPastExpiry(pack, today) ? 'expired' : 'right'
}

/** Whether an unallocated pack is only for another site than the person's, or than the participant's. */
const isElsewhere = (
  { site_id }: ScannedPack,
  { is_site_managing_packs, own_site_ids, recipient }: ScanContext,
): boolean =>
  is_site_managing_packs &&
  site_id !== null &&
  (!own_site_ids.includes(site_id) || (recipient !== null && recipient.site_id !== site_id))

/** The verdict of each status after which a pack is never dispensed to anybody; null for the others. */
const ENDED = {
  inactive: null,
  active: null,
  allocated: null,
  recalled: 'recalled',
  removed: 'removed',
  expired: 'expired',
  dispensed: 'already_dispensed',
} as const satisfies Record<StudyPackStatusKey, KnownKind | null>

/** A verdict that somebody's action on the pack has brought about. */
export type EndedVerdictKind = NonNullable<(typeof ENDED)[StudyPackStatusKey]>

const unknown = ({ entered, recipient }: ScanContext): ScanVerdict => ({
  kind: 'unknown',
  title: packNotFound(entered),
  words: joined(
    'Your sites have no pack with this ID in this trial. Check the ID. Do not dispense it.',
    packsOfRecipient(recipient),
  ),
})

type VerdictText = (pack: ScannedPack, context: ScanContext) => { title: string; words: string }

const VERDICT_TEXTS: Record<KnownKind, VerdictText> = {
  right: ({ pack_id, participant }) => ({
    title: `Pack ${pack_id} is for participant ${participant?.trial_sequence_no}`,
    words: 'It is allocated and within its expiry date.',
  }),
  recalled: ({ pack_id }, { recipient }) => ({
    title: `Pack ${pack_id} has been recalled`,
    words: joined('Do not dispense it. Keep it apart for its return.', packsOfRecipient(recipient)),
  }),
  removed: ({ pack_id }, { recipient }) => ({
    title: `Pack ${pack_id} has been removed from the trial`,
    words: joined('It can never be used again. Do not dispense it.', packsOfRecipient(recipient)),
  }),
  expired: ({ pack_id }, { recipient }) => ({
    title: `Pack ${pack_id} has expired`,
    words: joined('Do not dispense it. Ask a trial administrator what to give instead.', packsOfRecipient(recipient)),
  }),
  already_dispensed: ({ pack_id, participant }, { recipient }) => ({
    title: dispensedAlready(pack_id),
    words: joined(
      participant === undefined ? '' : `It was dispensed to participant ${participant.trial_sequence_no}.`,
      'Do not dispense it again.',
      packsOfRecipient(recipient),
    ),
  }),
  wrong_site: ({ pack_id, site_id }, { sites, recipient }) => ({
    title: `Pack ${pack_id} belongs to another site`,
    words: joined(
      `You scanned pack ${pack_id}, which belongs to ${titleOf(site_id, sites)}.`,
      'Do not dispense it. Keep it apart.',
      recipient === null ? '' : `${atSite(recipient, sites)} ${packsOfRecipient(recipient)}`,
    ),
  }),
  wrong_participant: ({ pack_id, participant }, { recipient }) => ({
    title: `Pack ${pack_id} is for another participant`,
    words: joined(
      `You scanned pack ${pack_id}, which is allocated to participant ${participant?.trial_sequence_no}.`,
      recipient === null ? '' : `Do not dispense it to participant ${recipient.trial_sequence_no}.`,
      packsOfRecipient(recipient),
    ),
  }),
  not_allocated: ({ pack_id, study_pack_status_id }, { recipient }) => ({
    title: `Pack ${pack_id} is not allocated to anyone`,
    words: joined(
      `It is ${studyPackStatusOfId(study_pack_status_id)?.name ?? 'of unknown status'}. Do not dispense it. Take the pack that was allocated to your participant.`,
      packsOfRecipient(recipient),
    ),
  }),
}

/** The title wherever a pack may not be dispensed a second time. */
export const dispensedAlready = (packId: string): string => `Pack ${packId} has been dispensed already`

/** The right packs of the participant. */
const packsOfRecipient = (recipient: ScanContext['recipient']): string => {
  if (recipient === null) return ''
  const { trial_sequence_no, pack_ids } = recipient
  if (pack_ids.length === 0) return `No pack is allocated to participant ${trial_sequence_no}.`
  return `Allocated to participant ${trial_sequence_no}: ${pack_ids.join(', ')}.`
}

const atSite = ({ trial_sequence_no, site_id }: NonNullable<ScanContext['recipient']>, sites: ScanContext['sites']) =>
  `Participant ${trial_sequence_no} is at ${titleOf(site_id, sites)}.`

const titleOf = (siteId: number | null, sites: ScanContext['sites']): string =>
  sites.find(({ id }) => id === siteId)?.title ?? 'another site'

const joined = (...sentences: string[]): string => sentences.filter((sentence) => sentence !== '').join(' ')

import { isPastExpiry, packNotFound, studyPackStatusOfId, type StudyPackStatusKey } from './study-pack'

/** Why a pack that was scanned must not be handed out, or `right`. */
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
type ScanVerdictKind = (typeof SCAN_VERDICTS)[number]

/** `title` is read across a room, `words` say what was scanned, what was meant, and what to do. */
export type ScanVerdict = { kind: ScanVerdictKind; title: string; words: string }

export type ScannedPack = {
  pack_id: string
  study_pack_status_id: number
  site_id: number | null
  expire_on: string | null
  participant?: { trial_sequence_no: number } | undefined
}

/** Where and for whom a pack is to be handed out. */
export type ScanContext = {
  /** What was scanned or typed. */
  entered: string
  /** The day it is in the trial's time zone, `YYYY-MM-DD`. */
  today: string
  /** Every site of the trial, to name them. */
  sites: readonly { id: number; title: string }[]
  /** Whether a pack is for the participants of its own site alone. */
  is_site_managing_packs: boolean
  /** The sites at which the person works. */
  own_site_ids: readonly number[]
  /** Whose page it was begun from, and the packs allocated to that participant. */
  recipient: { trial_sequence_no: number; site_id: number; pack_ids: readonly string[] } | null
}

/**
 * Whether a pack may be handed out, else what stands against it: none of these can be passed. Null is a pack that is not known. What can
 * never be mended comes first, then what makes it another's, then what is not done yet.
 */
export const scanVerdict = (pack: ScannedPack | null, context: ScanContext): ScanVerdict => {
  if (pack === null) return unknown(context)
  const kind = kindOf(pack, context)
  const { title, words } = VERDICT_TEXTS[kind](pack, context)
  return { kind, title, words }
}

type KnownKind = Exclude<ScanVerdictKind, 'unknown'>

const kindOf = (
  pack: ScannedPack,
  { recipient, own_site_ids, today, is_site_managing_packs }: ScanContext,
): KnownKind => {
  const status = studyPackStatusOfId(pack.study_pack_status_id)?.key
  const ended = status === undefined ? undefined : ENDED[status]
  if (ended !== undefined) return ended
  // Elsewhere a pack goes to whoever it was drawn for, wherever it lay.
  if (is_site_managing_packs && pack.site_id !== null) {
    if (!own_site_ids.includes(pack.site_id)) return 'wrong_site'
    if (recipient !== null && recipient.site_id !== pack.site_id) return 'wrong_site'
  }
  if (status !== 'allocated' || pack.participant === undefined) return 'not_allocated'
  if (recipient !== null && pack.participant.trial_sequence_no !== recipient.trial_sequence_no)
    return 'wrong_participant'
  return isPastExpiry(pack, today) ? 'expired' : 'right'
}

/** Statuses after which a pack is never handed out, whoever it is for. */
const ENDED: Partial<Record<StudyPackStatusKey, KnownKind>> = {
  recalled: 'recalled',
  removed: 'removed',
  expired: 'expired',
  dispensed: 'already_dispensed',
}

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

/** What the participant is to get instead. */
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

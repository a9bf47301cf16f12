import { overseesTrial } from '#domain/people/notifications'
import { participantIdLabel } from '#domain/participants/participant'
import { CHANGE_REMEMBERED_MS } from '#domain/study-packs/single-packs'
import { findBlindedChanges } from '../../ground/db/blinded-pack-changes'
import { wereMissingPacksReported } from '../../ground/db/messages'
import type { ParticipantRow } from '../../ground/db/participants'
import { commonFacts } from '../../ground/mail/announcements'
import type { MessageFacts } from '../../ground/db/message-facts'
import { messagesFor, messagesTo } from '../../ground/mail/queue-messages'
import type { Batch } from './batch'

/** Adds to the batch what its people are told of a participant who was randomised. */
export const announceRandomisation = (batch: Batch, by: string, row: ParticipantRow): void =>
  queueMessage(batch, {
    ...commonFacts(batch.setup.trial, { by, at: batch.now }),
    kind: 'randomisation',
    site: row.site,
    trial_sequence_no: row.trial_sequence_no,
    participant_id_label: participantIdLabel(batch.setup.trial),
    participant_id: row.participant_id,
    pack_ids: row.groups.flatMap(({ study_pack }) => study_pack?.pack_id ?? []),
    strata: row.strata,
  })

/** How long it is not said again that packs are missing at a site. */
const SILENCE_MS = 24 * 3_600_000

/**
 * Adds to the batch that a randomisation was refused for want of packs (src/specification/rct-alloc-1.md#rules-around-the-draw).
 * However often it is tried again, that is said once for each site in 24 hours, and again when they run out after somebody was
 * randomised.
 */
export const announceMissingPacks = async (batch: Batch, by: string, siteId: number): Promise<void> => {
  const site = batch.setup.trial.sites.find(({ id }) => id === siteId)
  if (!site) throw new Error(`packs were looked for at ${siteId}, which is no site of the trial`)
  await announceAfterChange(batch, by, site)
  if (await isKnownMissing(batch, siteId)) return
  queueMessage(batch, {
    ...commonFacts(batch.setup.trial, { by, at: batch.now }),
    kind: 'study_packs_missing',
    site: { id: site.id, title: site.title },
  })
}

/**
 * Every refusal within a day of a blinded person's change of the stock is told, with those changes; where nobody in the trial may be told,
 * to who oversees it (decision 0035).
 */
const announceAfterChange = async (
  batch: Batch,
  by: string,
  { id, title }: { id: number; title: string },
): Promise<void> => {
  const { trial } = batch.setup
  const { changes, more } = await findBlindedChanges(batch.transaction, {
    trial_id: trial.id,
    site_id: trial.is_site_managing_packs ? id : null,
    since: new Date(Date.parse(batch.now) - CHANGE_REMEMBERED_MS).toISOString(),
  })
  if (changes.length === 0) return
  const { people } = batch.drawFacts
  const kind = 'packs_missing_after_change'
  const facts = { ...commonFacts(trial, { by, at: batch.now }), kind, site: { id, title }, changes, more } as const
  const messages = messagesFor(trial, people, facts)
  if (messages.length === 0) messages.push(...messagesTo(trial.id, overseersOf(batch), unwatched(batch)))
  batch.messages.push(...messages)
}

const overseersOf = ({ setup, drawFacts }: Batch) =>
  drawFacts.people.filter(({ permissions }) => overseesTrial(setup.trial, permissions))

const unwatched = ({ setup: { trial }, now }: Batch): MessageFacts => ({
  kind: 'packs_missing_after_change',
  trial: { id: trial.id, selected_timezone: trial.selected_timezone },
  at: now,
  changes: null,
})

const isKnownMissing = async (batch: Batch, site_id: number): Promise<boolean> => {
  if (batch.messages.some((message) => message.facts.kind === 'study_packs_missing' && message.site_id === site_id)) {
    return true
  }
  if (batch.drawn.some(({ row }) => row.site.id === site_id)) return false
  const since = new Date(Date.parse(batch.now) - SILENCE_MS).toISOString()
  return wereMissingPacksReported(batch.transaction, { trial_id: batch.setup.trial.id, site_id, since })
}

const queueMessage = (batch: Batch, facts: MessageFacts): void => {
  batch.messages.push(...messagesFor(batch.setup.trial, batch.drawFacts.people, facts))
}

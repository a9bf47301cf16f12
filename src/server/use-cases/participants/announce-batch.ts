import { overseesTrial } from '#domain/people/notifications'
import { isTold } from '#domain/own-lists/list-author'
import { participantIdLabel } from '#domain/participants/participant'
import { CHANGE_REMEMBERED_MS } from '#domain/study-packs/single-packs'
import { findBlindedChanges } from '../../ground/db/blinded-pack-changes'
import { sitesReportedMissing, type NewMessage } from '../../ground/db/messages'
import type { CapFacts, MessageFacts } from '../../ground/db/message-facts'
import type { ParticipantRow } from '../../ground/db/participants'
import type { Transaction } from '../../ground/db/transaction'
import type { TrialPerson } from '../../ground/db/trial-people'
import type { WholeTrial } from '../../ground/db/trials'
import { commonFacts } from '../../ground/mail/announcements'
import { messagesFor, messagesTo } from '../../ground/mail/queue-messages'
import { requireValue } from '../../ground/require-value'
import { earlierByMs } from '../../ground/time/clock'
import type { Judgement } from './allocate-batch'
import type { CapEvent } from './caps-of-request'
import type { TrialSetup } from './trial-setup'

/** The result of one request, with its person, site and time. */
type Announced = { judgement: Judgement; by: string; site_id: number; now: string }

/** The messages about a batch, read in as many statements whatever its size. `now`: the batch's own time. */
export const announceBatch = async (
  transaction: Transaction,
  setup: TrialSetup,
  people: readonly TrialPerson[],
  announced: readonly Announced[],
  now: string,
): Promise<NewMessage[]> => {
  const { trial } = setup
  const missing = await readMissing(transaction, trial, announced, now)
  const messages: NewMessage[] = []
  const drawnAt = new Set<number>()
  const reported = new Set<number>()
  for (const { judgement, ...request } of announced) {
    if (judgement.kind === 'randomised') {
      drawnAt.add(request.site_id)
      messages.push(...messagesFor(trial, people, randomisationFacts(trial, request, judgement.drawn.row)))
      messages.push(...listRunsOut(trial, people, request, judgement.drawn))
      const caps = judgement.drawn.caps.map((event) => capFacts(trial, request, judgement.drawn.row, event))
      messages.push(...caps.flatMap((facts) => messagesFor(trial, people, facts)))
    }
    if (judgement.kind !== 'packs_missing') continue
    const facts = {
      ...commonFacts(trial, { by: request.by, at: request.now }),
      site: requireValue(setup.labels.sites, request.site_id, 'site'),
    }
    messages.push(...afterChange(trial, people, facts, missing.changes.get(stockOf(trial, request.site_id))))
    const isReported =
      reported.has(request.site_id) || (!drawnAt.has(request.site_id) && missing.reported.has(request.site_id))
    if (isReported) continue
    const alerts = messagesFor(trial, people, { ...facts, kind: 'study_packs_missing' })
    if (alerts.length > 0) reported.add(request.site_id)
    messages.push(...alerts)
  }
  return messages
}

const randomisationFacts = (trial: WholeTrial, { by, now: at }: Omit<Announced, 'judgement'>, row: ParticipantRow) =>
  ({
    ...commonFacts(trial, { by, at }),
    kind: 'randomisation',
    site: row.site,
    trial_sequence_no: row.trial_sequence_no,
    participant_id_label: participantIdLabel(trial),
    participant_id: row.participant_id,
    pack_ids: row.groups.flatMap(({ study_pack }) => study_pack?.pack_id ?? []),
    strata: row.strata,
  }) satisfies MessageFacts

/** Whoever may ask for more rows is told in time, and of nobody’s group (decision 0103). */
const listRunsOut = (
  trial: WholeTrial,
  people: readonly TrialPerson[],
  { by, now: at }: Omit<Announced, 'judgement'>,
  { row, left }: DrawnParticipant,
): NewMessage[] => {
  if (left === null || !isTold(left.places_left)) return []
  const names = [
    ...(trial.is_site_stratified ? [row.site.title] : []),
    ...(trial.is_stratified ? row.strata.map(({ option }) => option) : []),
  ]
  return messagesFor(trial, people, {
    ...commonFacts(trial, { by, at }),
    kind: 'list_running_out',
    stratum: names.join(', ') || 'Whole trial',
    places_left: left.places_left,
  })
}

type DrawnParticipant = Extract<Judgement, { kind: 'randomised' }>['drawn']

const capFacts = (
  trial: WholeTrial,
  { by, now: at }: Omit<Announced, 'judgement'>,
  { site }: ParticipantRow,
  event: CapEvent,
): CapFacts => {
  const facts = { ...commonFacts(trial, { by, at }), kind: 'cap_near', ...event } as const
  return event.of === 'site' ? { ...facts, site } : facts
}

/** How long it is not said again that packs are missing at a site. */
const SILENCE_MS = 24 * 3_600_000

/**
 * The facts that decide about a message after a randomisation was refused because packs were missing
 * (src/specification/rct-alloc-1.md#rules-around-the-draw). However often it is tried again, the message is sent once
 * for each site in 24 hours, and again when they run out after another randomisation.
 */
const readMissing = async (
  transaction: Transaction,
  trial: WholeTrial,
  announced: readonly Announced[],
  now: string,
) => {
  const sites = new Set(
    announced.flatMap(({ judgement, site_id }) => (judgement.kind === 'packs_missing' ? site_id : [])),
  )
  if (sites.size === 0) return { changes: new Map(), reported: new Set<number>() }
  const stocks = new Set([...sites].map((site_id) => stockOf(trial, site_id)))
  return {
    changes: await findBlindedChanges(transaction, trial.id, [...stocks], earlierByMs(now, CHANGE_REMEMBERED_MS)),
    reported: await sitesReportedMissing(transaction, trial.id, [...sites], earlierByMs(now, SILENCE_MS)),
  }
}

/** The stock from which a site gets packs: its own, or with null the whole trial's. */
export const stockOf = (trial: Pick<WholeTrial, 'is_site_managing_packs'>, siteId: number): number | null =>
  trial.is_site_managing_packs ? siteId : null

/**
 * Every refusal within a day of a blinded person's change of the stock is reported, with those changes; where nobody in
 * the trial may be told, to the people who oversee it (decision 0035).
 */
const afterChange = (
  trial: WholeTrial,
  people: readonly TrialPerson[],
  facts: ReturnType<typeof commonFacts> & { site: { id: number; title: string } },
  change: Awaited<ReturnType<typeof findBlindedChanges>> extends ReadonlyMap<unknown, infer Change>
    ? Change | undefined
    : never,
): NewMessage[] => {
  if (!change) return []
  const kind = 'packs_missing_after_change'
  const messages = messagesFor(trial, people, { ...facts, kind, ...change })
  if (messages.length > 0) return messages
  const overseers = people.filter(({ permissions }) => overseesTrial(trial, permissions))
  return messagesTo(trial.id, overseers, {
    kind,
    trial: { id: trial.id, selected_timezone: trial.selected_timezone },
    at: facts.at,
    changes: null,
  })
}

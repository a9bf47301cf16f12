import { api } from '#contract/api'
import type { SentBody } from '#contract/endpoint'
import type { Trial } from '#contract/trials'
import type { WaitingParticipant } from '#contract/waiting-list'
import { participantIdLabel } from '#domain/participants/participant'
import { missingOption, participantIdFault } from '#domain/participants/randomise-request'
import { awaitsOpening } from '#domain/trials/site'
import * as v from 'valibot'

/** The answers of the form: ids as texts, empty where unanswered. `options` has each stratum's option by its id. */
export type Answers = { participant_id: string; site_id: string; options: Record<string, string> }

type PermittedSite = { id: number; title: string }

/** A participating site; one that awaits its opening cannot randomise. */
export type OfferedSite = PermittedSite & { awaitsOpening: boolean }

type Body = SentBody<typeof api.randomiseParticipant>

/** A preselected site: the only one, or the one that the person used last on this device. */
export type ChosenSite = { id: number; because: 'only' | 'last' }

/** The preselected site; null where the person has to choose. A site that is not open is never preselected. */
export const siteChosenAlready = (sites: readonly OfferedSite[], lastSite: number | null): ChosenSite | null => {
  const [first] = sites
  if (sites.length === 1 && first?.awaitsOpening === false) return { id: first.id, because: 'only' }
  const last = sites.find(({ id, awaitsOpening }) => id === lastSite && !awaitsOpening)
  return last === undefined ? null : { id: last.id, because: 'last' }
}

/** The empty form, with the preselected site. */
export const blankAnswers = (trial: Pick<Trial, 'trial_strata'>, site: ChosenSite | null): Answers => ({
  participant_id: '',
  site_id: site === null ? '' : String(site.id),
  options: Object.fromEntries(trial.trial_strata.map(({ id }) => [String(id), ''])),
})

/** The form filled with what is stored of a participant who waits; questions that have changed since are empty again. */
export const answersOfWaiting = (
  trial: Pick<Trial, 'trial_strata'>,
  sites: readonly OfferedSite[],
  { participant_id, site, participant_strata }: WaitingParticipant,
): Answers => {
  const isOffered = sites.some(({ id, awaitsOpening }) => id === site.id && !awaitsOpening)
  const stored = new Map(participant_strata?.map((answer) => [answer.trial_stratum_id, answer.trial_stratum_option_id]))
  const options = trial.trial_strata.map(({ id, trial_stratum_options }) => {
    const option = trial_stratum_options.find((one) => one.id === stored.get(id))
    return [String(id), option === undefined ? '' : String(option.id)]
  })
  return { participant_id, site_id: isOffered ? String(site.id) : '', options: Object.fromEntries(options) }
}

/** The participating sites of this trial at which the person may randomise, by title. */
export const offeredSites = (
  trial: Pick<Trial, 'sites' | 'is_opening_sites'>,
  permitted: readonly PermittedSite[],
): OfferedSite[] =>
  permitted
    .flatMap(({ id, title }) => {
      const site = trial.sites.find((one) => one.id === id)
      return site === undefined || site.is_deleted ? [] : [{ id, title, awaitsOpening: awaitsOpening(trial, site) }]
    })
    .sort((a, b) => a.title.localeCompare(b.title, 'en-GB'))

/** The missing answers, by field; empty where the form is complete. */
export const answerFaults = (
  trial: Pick<Trial, 'is_participant_id_used' | 'is_participant_id_required' | 'participant_id_label' | 'trial_strata'>,
  answers: Answers,
): Record<string, string> => {
  const faults: Record<string, string> = {}
  const idFault = participantIdFault(trial, sentParticipantId(trial, answers))
  if (idFault !== null) faults['participant_id'] = idFault
  const site = v.safeParse(siteField, answers.site_id === '' ? undefined : Number(answers.site_id))
  if (!site.success) faults['site_id'] = site.issues[0].message
  for (const { id, name } of trial.trial_strata) {
    if ((answers.options[String(id)] ?? '') === '') faults[`options.${id}`] = missingOption(name)
  }
  return faults
}

/** Whether every question has an answer, also one that may stay open. */
export const isAllAnswered = (
  { is_participant_id_used }: Pick<Trial, 'is_participant_id_used'>,
  { participant_id, site_id, options }: Answers,
): boolean =>
  site_id !== '' &&
  (!is_participant_id_used || participant_id.trim() !== '') &&
  Object.values(options).every((option) => option !== '')

/** Makes the request from the answers; `approve_duplicate` only where the person approved a duplicate. */
export const randomiseBody = (
  trial: Pick<Trial, 'is_participant_id_used' | 'trial_strata'>,
  answers: Answers,
  approved: boolean,
): Body => {
  const participant_id = sentParticipantId(trial, answers)
  return {
    site_id: Number(answers.site_id),
    ...(participant_id === null ? {} : { participant_id }),
    ...(approved ? { approve_duplicate: true } : {}),
    participant_strata: trial.trial_strata.map(({ id }) => ({
      trial_stratum_id: id,
      trial_stratum_option_id: Number(answers.options[String(id)] ?? ''),
    })),
  }
}

export type ReadBack = { term: string; answer: string; isIdentifier: boolean }

/** The answers for the confirmation, term by term. */
export const answersReadBack = (
  trial: Pick<Trial, 'is_participant_id_used' | 'participant_id_label' | 'trial_strata'>,
  sites: readonly PermittedSite[],
  answers: Answers,
): ReadBack[] => [
  ...(trial.is_participant_id_used
    ? [{ term: participantIdLabel(trial), answer: sentParticipantId(trial, answers) ?? 'None', isIdentifier: true }]
    : []),
  { term: 'Site', answer: sites.find(({ id }) => String(id) === answers.site_id)?.title ?? '', isIdentifier: false },
  ...trial.trial_strata.map(({ id, name, trial_stratum_options: options }) => ({
    term: name,
    answer: options.find((option) => String(option.id) === answers.options[String(id)])?.name ?? '',
    isIdentifier: false,
  })),
]

const { site_id: siteField } = api.randomiseParticipant.body.entries

/** The participant id to be sent, or null. */
const sentParticipantId = (trial: Pick<Trial, 'is_participant_id_used'>, { participant_id }: Answers): string | null =>
  trial.is_participant_id_used && participant_id.trim() !== '' ? participant_id.trim() : null

import { DESIGN_NOT_CONFIRMED } from './design-confirmation'

/** The severity of a finding: something is missing, or deserves a second look. */
export const READINESS_SEVERITIES = ['missing', 'doubtful'] as const
export type ReadinessSeverity = (typeof READINESS_SEVERITIES)[number]

/**
 * A fault or a doubt about a trial: a code for programs, a sentence for people. Only a design that cannot run, or is not
 * confirmed, prevents the start.
 */
export type ReadinessFinding = {
  /** A `ReadinessCode`, or the code of a warning about the design. */
  readonly code: string
  readonly severity: ReadinessSeverity
  readonly words: string
}

export type ReadinessCode =
  | 'design_cannot_run'
  | 'design_not_confirmed'
  | 'list_not_confirmed'
  | 'no_site_opened'
  | 'site_not_opened'
  | 'site_without_people'
  | 'site_without_packs'
  | 'nobody_unblinds_at_site'
  | 'no_trial_administrator'
  | 'ethics_approval_missing'
  | 'contact_missing'
  | 'sample_size_open'
  | 'past_its_end'

/** The facts that the check reads. People are those with a permission in this very trial and an account. */
export type ReadinessFacts = {
  readonly ethics_approval_id: string | null
  readonly org_contact_name: string | null
  readonly sample_size: number
  readonly end_on: string
  /** The day in the trial's zone. */
  readonly today: string
  readonly administrators: number
  /** Whether any person in the trial is blinded, or must be. */
  readonly has_blinded_people: boolean
  /** The sites that take part. */
  readonly sites: readonly {
    readonly title: string
    readonly randomisers: number
    readonly unblinders: number
    /** Whether the site must be opened before its first randomisation, and is not. */
    readonly awaits_opening: boolean
  }[]
  /** The stocks from which packs are allocated, each with the study groups of which it has none; empty without packs. */
  readonly stocks: readonly { readonly title: string; readonly lacks: readonly string[] }[]
  /** Why the design cannot run, or null where it can. */
  readonly design_fault: string | null
  /** Whether the trial cannot start before a second person has confirmed its design. */
  readonly is_confirmation_missing: boolean
  /** Whether the trial draws from an uploaded list, and none was confirmed. */
  readonly is_list_missing: boolean
  /** Why the design is easy to guess; empty for viewers who may not see this. */
  readonly design_warnings: readonly { readonly code: string; readonly message: string }[]
}

/** The missing things before a trial starts, and then the doubtful ones; empty where it is ready. */
export const readinessFindings = (facts: ReadinessFacts): ReadinessFinding[] => [...missing(facts), ...doubtful(facts)]

const missing = (facts: ReadinessFacts): ReadinessFinding[] => {
  const findings: [ReadinessCode, string][] = []
  if (facts.design_fault !== null) findings.push(['design_cannot_run', facts.design_fault])
  if (facts.is_confirmation_missing) findings.push(['design_not_confirmed', `${DESIGN_NOT_CONFIRMED}.`])
  if (facts.is_list_missing)
    findings.push(['list_not_confirmed', 'The trial draws from an uploaded list, and no list is confirmed yet.'])
  if (facts.sites.every(({ awaits_opening }) => awaits_opening))
    findings.push(['no_site_opened', 'No site is open yet, so no one can be randomised.'])
  for (const { title, randomisers } of facts.sites)
    if (randomisers === 0) findings.push(['site_without_people', `${title} has no one who can randomise. Add a user.`])
  for (const { title, lacks } of facts.stocks)
    if (lacks.length > 0)
      findings.push([
        'site_without_packs',
        `${title} has no packs to allocate for ${lacks.join(', ')}. Randomisation there will be refused.`,
      ])
  for (const { title, unblinders } of facts.sites)
    if (facts.has_blinded_people && unblinders === 0)
      findings.push(['nobody_unblinds_at_site', `No one at ${title} can unblind a participant in an emergency.`])
  return findings.map(([code, words]) => ({ code, severity: 'missing', words }))
}

const doubtful = (facts: ReadinessFacts): ReadinessFinding[] => {
  const findings: [ReadinessCode, string][] = []
  const unopened = facts.sites.filter(({ awaits_opening }) => awaits_opening)
  if (unopened.length < facts.sites.length)
    for (const { title } of unopened)
      findings.push(['site_not_opened', `${title} is not open yet. No one can be randomised there.`])
  if (facts.ethics_approval_id === null) findings.push(['ethics_approval_missing', 'No ethics approval ID is given.'])
  if (facts.administrators === 0)
    findings.push([
      'no_trial_administrator',
      'The trial has no trial administrator. No one in the trial would be emailed when something goes wrong.',
    ])
  if (facts.org_contact_name === null)
    findings.push([
      'contact_missing',
      'No contact is given. Sites will not know who to call when the portal is unavailable.',
    ])
  if (facts.sample_size === 0)
    findings.push(['sample_size_open', 'The sample size is 0, so there is no limit to randomisation.'])
  if (facts.end_on < facts.today) findings.push(['past_its_end', 'The end date of the trial has passed.'])
  const design = facts.design_warnings.map(({ code, message }) => [code, message] as const)
  return [...findings, ...design].map(([code, words]) => ({ code, severity: 'doubtful', words }))
}

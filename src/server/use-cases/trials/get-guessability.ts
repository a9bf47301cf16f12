import { refusal } from '#contract/errors'
import type { getGuessability as endpoint } from '#contract/guessability'
import type { DesignWarning } from '#contract/simulation-figures'
import { accepted, refused } from '#domain/outcome'
import { designWarnings } from '#domain/simulation/design-warnings'
import { guessWarnings } from '#domain/simulation/guess-warnings'
import { isByList } from '#domain/trials/trial-methods'
import * as v from 'valibot'
import { findLedgerRecords } from '../../ground/db/ledger'
import { findTrial, type WholeTrial } from '../../ground/db/trials'
import { requireValue } from '../../ground/require-value'
import type { ReadHandler } from '../call/call'
import { guessedTrial, type GuessedTrial } from '../../ground/simulation/guessed-trial'
import { designOf } from './trial-design'

/**
 * The guessability of a trial so far, read from its ledger, which has every draw and the design of its epoch. The same
 * participants give the same figures: the seed is the trial's id, and no trial's secret is used.
 */
export const getGuessability: ReadHandler<typeof endpoint> = async ({ context, parameters }) => {
  const { queries } = context.database
  const trial = await findTrial(queries, parameters.trial_id)
  if (!trial) return refused(refusal('not_found'))
  // A list was made elsewhere: what could be guessed of it is not known.
  if (isByList(trial))
    return accepted({ trial: null, sites: [], unseeing_guesser: null, warnings: [...warningsOfDesign(trial)] })
  const links = await findLedgerRecords(queries, trial.id, { after: 0, upTo: trial.ledger_length })
  const records = links.map(({ rec }) => rec)
  const guessed = v.parse(
    guessedTrial,
    await context.simulations.perform({ kind: 'guessability', records, seed: trial.id }),
  )
  const titles = new Map(trial.sites.map(({ id, title }) => [id, title]))
  return accepted({
    trial: guessed?.trial ?? null,
    sites: (guessed?.sites ?? []).map(({ site_id, ...rate }) => ({
      site: { id: site_id, title: requireValue(titles, site_id, 'site') },
      ...rate,
    })),
    unseeing_guesser: guessed?.unseeing_guesser ?? null,
    warnings: [...warningsOfDesign(trial), ...warningsOfGuesses(guessed)],
  })
}

const warningsOfDesign = (trial: WholeTrial): readonly DesignWarning[] => {
  const design = designOf(trial)
  const participants = trial.sample_size > 0 ? trial.sample_size : trial.num_sampled
  const sites = trial.sites.filter(({ is_deleted }) => !is_deleted).length
  return design.ok ? designWarnings(design.value, { participants, sites }) : []
}

const warningsOfGuesses = (guessed: GuessedTrial): readonly DesignWarning[] => {
  if (guessed === null) return []
  const { trial, sites, unseeing_guesser } = guessed
  const overSites = (shareOf: (site: (typeof sites)[number]) => number) =>
    sites.reduce((sum, site) => sum + site.participants * shareOf(site), 0) / trial.participants
  return guessWarnings({
    trial_guesser: trial.expected.mean,
    site_guesser: overSites(({ expected }) => expected.mean),
    trial_certain: trial.certain,
    site_certain: overSites(({ certain }) => certain),
    unseeing_guesser,
  })
}

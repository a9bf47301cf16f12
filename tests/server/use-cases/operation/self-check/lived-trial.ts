import { randomise } from '../../../../support/randomise'
import { flag } from '../../../../support/flag'
import { saveWith, setTo } from '../../../../support/save-trial'
import { signedInAs } from '../../../../support/sign-in'
import { aTrial, grant, type BuiltTrial, type TrialOverrides } from '../../../../support/a-trial'
import type { TestPortal } from '../../../../support/portal'

/** Strata, two sites, and an urn that leaves flagged participants out. */
const URN: TrialOverrides = {
  randomisation_method_id: 2,
  is_stratified: true,
  is_site_stratified: true,
  exclude_flagged_participants: true,
  trial_strata: [
    { name: 'Sex', options: ['Female', 'Male'] },
    { name: 'Age', options: ['Up to 60', 'Over 60'] },
  ],
}

/**
 * A trial with everything that a ledger records except the reveal. First 9 are drawn. Then come flags that steer and
 * one that does not, and changes of settings that carry counts, begin an epoch or do neither. Then 6 are drawn, and a
 * flag is lifted in a later epoch.
 */
export const aLivedTrial = async (world: TestPortal, overrides: TrialOverrides = {}): Promise<BuiltTrial> => {
  const trial = await aTrial(world, { ...URN, ...overrides })
  const { trial_id } = trial
  const administrator = await signedInAs(world, 'administrator')
  await grant(world, { person: 'monitor', role: 'Trial viewer', trial_id, site_id: null })
  const monitor = await signedInAs(world, 'monitor')
  const participants: { id: number }[] = []
  const recruit = async (count: number) => {
    for (let n = 0; n < count; n += 1) {
      const answered = await randomise(administrator, trial_id, {
        site_id: trial.sites[n % 2]?.id,
        participant_strata: trial.trial_strata.map(({ id, options }, stratum) => ({
          trial_stratum_id: id,
          trial_stratum_option_id: options[Math.floor(n / (1 + stratum)) % 2]?.id,
        })),
      })
      const [one] = answered.participants
      if (!one) throw new Error(`not randomised: ${answered.problem?.code}`)
      participants.push(one)
      world.clock.step(30)
    }
  }
  const flagged = async (counter: number, who = administrator) => {
    const one = participants[counter - 1]
    const answered = one && (await flag(who, trial, one))
    if (answered?.status !== 200) throw new Error(`not flagged: ${answered?.problem?.code}`)
  }
  const saved = async (more: object) => {
    await setTo(administrator, trial_id, 'paused')
    const { status, problem } = await saveWith(administrator, trial_id, more)
    if (status !== 200) throw new Error(`not saved: ${problem?.code} ${JSON.stringify(problem?.fields)}`)
    await setTo(administrator, trial_id, 'started')
  }
  await recruit(9)
  await flagged(2)
  await flagged(5, monitor)
  await flagged(3)
  await flagged(3)
  await saved({ urn_beta: 3, block_size_max: overrides.block_size_max === undefined ? null : 8 })
  await recruit(2)
  await saved({ title: 'Renamed' })
  await saved({ is_site_stratified: false })
  await recruit(4)
  await flagged(2)
  return trial
}

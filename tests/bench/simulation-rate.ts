import { simulatedPlan, type SimulatedPlan } from '#contract/simulations'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import * as v from 'valibot'

/** These trials should be simulated in under two seconds. */
const TRIALS = 10_000
const PARTICIPANTS = 200

const strata = (count: number, options: number) => ({
  is_stratified: true,
  trial_strata: Array.from({ length: count }, (_, stratum) => ({
    name: `Stratum ${stratum}`,
    trial_stratum_options: Array.from({ length: options }, (_, option) => ({ name: `Option ${option}` })),
  })),
})
const blocked = { randomisation_method_id: 1, block_size_min: 4, block_size_max: 8 }

const DESIGNS: readonly { readonly of: string; readonly design: object; readonly sites?: number }[] = [
  { of: 'simple', design: {} },
  { of: 'blocks of 4, 6, 8', design: blocked },
  {
    of: 'the same by 10 sites and 2 strata',
    design: { ...blocked, ...strata(2, 2), is_site_stratified: true },
    sites: 10,
  },
  { of: 'urn', design: { randomisation_method_id: 2 } },
  { of: 'minimisation over 4 factors, variance', design: { randomisation_method_id: 3, ...strata(4, 3) }, sites: 10 },
  {
    of: 'minimisation over 4 factors, range',
    design: { randomisation_method_id: 3, minimisation_measure: 'range', ...strata(4, 3) },
    sites: 10,
  },
]

/**
 * Seconds for 10,000 simulated trials of 200 with every figure, from the start of the built worker thread to its
 * answer.
 */
export const simulationRates = async (): Promise<Record<string, string | number>[]> => {
  const rows: Record<string, string | number>[] = []
  for (const { of, design, sites = 1 } of DESIGNS) {
    const plan = v.parse(simulatedPlan, {
      design: { study_groups: [{ name: 'A' }, { name: 'B' }], ...design },
      sizes: { participants: PARTICIPANTS, sites },
      runs: TRIALS,
    })
    const { seconds, cpu } = await timed(plan)
    rows.push({
      design: of,
      seconds: seconds.toFixed(2),
      'of a processor': cpu.toFixed(2),
      'µs per participant': ((1e6 * seconds) / (TRIALS * PARTICIPANTS)).toFixed(2),
    })
  }
  return rows
}

const timed = async (plan: SimulatedPlan): Promise<{ seconds: number; cpu: number }> => {
  const began = performance.now()
  const cpu = process.cpuUsage()
  const file = new URL('../../dist/server/simulation-worker.js', import.meta.url)
  const worker = new Worker(file, { workerData: { kind: 'simulation', plan, seed: 1 } })
  await once(worker, 'exit')
  return { seconds: (performance.now() - began) / 1000, cpu: process.cpuUsage(cpu).user / 1e6 }
}

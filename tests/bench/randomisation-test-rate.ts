import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { compareGroups } from '#domain/simulation/redraw/compare-groups'
import { drawPacking } from '#domain/simulation/redraw/packed-draws'

/** These participants should be drawn again in ten seconds. */
const PARTICIPANTS = 2000
const REPLICATES = 10_000
const FACTORS = [1, 2, 3, 4]
const OPTIONS = 3

const base = {
  cells: [1, 2].map((id) => ({ group_ids: [id], weight: 1 })),
  is_site_stratified: 0,
  exclude_flagged_participants: 0,
}
const strata = FACTORS.map((id) => ({ id, option_ids: [1, 2, 3].map((option) => 10 * id + option) }))
const minimised = (minimisation_measure: string) => ({
  ...base,
  method: 'minimisation',
  is_stratified: 1,
  strata,
  factors: FACTORS.map((of) => ({ of, weight: 1 })),
  minimisation_probability: 80,
  minimisation_measure,
})

const DESIGNS: readonly { readonly of: string; readonly design: object }[] = [
  { of: 'minimisation over 4 factors, variance', design: minimised('variance') },
  { of: 'minimisation over 4 factors, range', design: minimised('range') },
  { of: 'simple', design: { ...base, method: 'standard', is_stratified: 0, strata } },
  {
    of: 'blocks of 4, 6, 8 in 81 strata',
    design: { ...base, method: 'blocked', is_stratified: 1, strata, block_size_min: 4, block_size_max: 8 },
  },
  {
    of: 'urn in 81 strata',
    design: { ...base, method: 'urn', is_stratified: 1, strata, urn_initial: 1, urn_alpha: 0, urn_beta: 1 },
  },
]

/** The records of a trial with this many participants, whose options differ from one to the next. */
const recordsOf = (design: object): string[] => [
  JSON.stringify({ type: 'settings', i: 1, at: '', design }),
  ...Array.from({ length: PARTICIPANTS }, (_, place) =>
    JSON.stringify({
      type: 'allocation',
      i: place + 2,
      at: '',
      counter: place + 1,
      epoch: 1,
      site: 1,
      options: FACTORS.map((stratum) => ({
        stratum,
        option: 10 * stratum + 1 + ((place * 7 + stratum * place) % OPTIONS),
      })),
      arm: place % 2,
      groups: [1 + (place % 2)],
    }),
  ),
]

/**
 * Seconds in which a trial of 2,000 is drawn again 10,000 times, from the start of the built worker thread to its
 * answer, and then for a p-value.
 */
export const randomisationTestRates = async (): Promise<Record<string, string | number>[]> => {
  const rows: Record<string, string | number>[] = []
  for (const { of, design } of DESIGNS) {
    const began = performance.now()
    const cpu = process.cpuUsage()
    const packed = await drawn(recordsOf(design))
    const seconds = (performance.now() - began) / 1000
    const processor = process.cpuUsage(cpu).user / 1e6
    rows.push({
      design: of,
      seconds: seconds.toFixed(2),
      'of a processor': processor.toFixed(2),
      'µs per draw': ((1e6 * seconds) / (PARTICIPANTS * REPLICATES)).toFixed(3),
      MB: (packed.length / 1e6).toFixed(1),
      'p-value, seconds': comparedIn(packed).toFixed(2),
    })
  }
  return rows
}

const drawn = async (records: readonly string[]): Promise<Uint8Array> => {
  const file = new URL('../../dist/server/simulation-worker.js', import.meta.url)
  const workerData = { kind: 'reference_set', records, replicates: REPLICATES, seed: 1 }
  const worker = new Worker(file, { workerData })
  let packed = new Uint8Array()
  worker.on('message', (message: { kind: string; answer?: { packed: Uint8Array<ArrayBuffer> } }) => {
    if (message.answer) ({ packed } = message.answer)
  })
  await once(worker, 'exit')
  return packed
}

const comparedIn = (packed: Uint8Array): number => {
  const began = performance.now()
  const { unpack } = drawPacking(2, PARTICIPANTS)
  const draws = new Uint16Array(PARTICIPANTS)
  const outcomes = Array.from({ length: PARTICIPANTS }, (_, participant) => ({
    participant,
    outcome: (participant * 31) % 97,
  }))
  unpack(packed, 0, draws)
  const running = compareGroups({ groups: [1, 2], cells: [[1], [2]], drawn: draws, outcomes })
  if (!running.ok) throw new Error(running.refusal)
  for (let replicate = 1; replicate <= REPLICATES; replicate += 1) {
    unpack(packed, replicate, draws)
    running.value.see(draws)
  }
  running.value.result()
  return (performance.now() - began) / 1000
}

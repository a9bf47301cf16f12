import { simulatedPlan } from '#contract/simulations'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { constants, getPriority } from 'node:os'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { openSourceWorker } from '../../../support/source-worker'

/** Long enough that it says how far it has come before it is done. */
const PLAN = v.parse(simulatedPlan, {
  design: { study_groups: [{ name: 'A' }, { name: 'B' }] },
  sizes: { participants: 2_000 },
  runs: 10_000,
})

/** The nice values of all threads of this process, the field after the 18th of `stat`. */
const niceValues = (): number[] =>
  readdirSync('/proc/self/task').map((thread) => {
    const [, fields = ''] = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8').split(') ')
    return Number(fields.split(' ')[16])
  })

test.runIf(process.platform === 'linux')(
  'the thread of a simulation has a lower priority than the server, and no other thread has',
  async () => {
    const before = niceValues()
    const own = getPriority()
    const worker = openSourceWorker({ kind: 'simulation', plan: PLAN, seed: 1 })
    try {
      await once(worker, 'message')
      const isLower = (nice: number) => nice >= constants.priority.PRIORITY_BELOW_NORMAL
      expect(before.filter(isLower)).toEqual([])
      expect(niceValues().filter(isLower)).toHaveLength(1)
      expect(getPriority()).toBe(own)
    } finally {
      await worker.terminate()
    }
  },
)

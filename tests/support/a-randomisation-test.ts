import {
  compareOutcomes,
  listRandomisationTests,
  startRandomisationTest,
  type RandomisationTest,
} from '#contract/randomisation-tests'
import { vi } from 'vitest'
import { insertRandomisationTest } from '../../src/server/ground/db/randomisation-tests'
import { storeReferenceSetPiece } from '../../src/server/ground/db/reference-sets'
import { ask, posted, valueOf } from './ask'
import { exported, exportPaths, strictCsv } from './export-calls'
import type { TestPortal } from './portal'
import type { SignedIn } from './sign-in'

const pathOf = (trialId: number) => `trials/${trialId}/randomisation-tests`

/** Starts a randomisation test of a trial, with the fewest replicates unless `body` differs. */
export const startTest = (who: SignedIn, trialId: number, body: object = {}, headers: Record<string, string> = {}) =>
  ask(who, startRandomisationTest.response, pathOf(trialId), posted({ replicates: 1000, ...body }, headers))

/** The randomisation tests of a trial, as a person sees them listed. */
export const testsOf = (who: SignedIn, trialId: number) => ask(who, listRandomisationTests.response, pathOf(trialId))

/** A randomisation test of a trial, once it is in this state. */
export const testOnce = (
  who: SignedIn,
  trialId: number,
  id: number,
  hasCome: (test: RandomisationTest) => boolean = ({ state }) => state === 'done',
): Promise<RandomisationTest> =>
  vi.waitFor(
    async () => {
      const test = valueOf(await testsOf(who, trialId)).data.find((one) => one.id === id)
      if (!test || !hasCome(test)) throw new Error(`not yet: ${test?.state}, ${test?.progress.done} done`)
      return test
    },
    { timeout: 60_000, interval: 50 },
  )

/** A completed randomisation test of a trial. */
export const aDoneTest = async (who: SignedIn, trialId: number, body: object = {}): Promise<RandomisationTest> =>
  testOnce(who, trialId, valueOf(await startTest(who, trialId, body)).id)

/** Compares outcomes with a randomisation test. */
export const compare = (who: SignedIn, trialId: number, testId: number, body: object) =>
  ask(who, compareOutcomes.response, `${pathOf(trialId)}/${testId}/comparison`, posted(body))

/** The rows of a reference set, as a person downloads them. */
export const referenceSetOf = async (url: string, who: SignedIn, trialId: number, testId: number) => {
  const { bytes, problem } = await exported(url, who, exportPaths(trialId)['reference-set'], 'csv', `test=${testId}`)
  if (problem) throw new Error(problem.code)
  return strictCsv(bytes)
}

/** The id of a randomisation test with two participants, cancelled before any draw, with changes by `more`. */
export const storedTest = (
  { context, personId }: Pick<TestPortal, 'context' | 'personId'>,
  trialId: number,
  more: { state?: RandomisationTest['state']; cells?: string; participants?: number } = {},
): Promise<number> =>
  insertRandomisationTest(context.database.queries, {
    trial_id: trialId,
    created_by: personId('administrator'),
    created_at: context.now(),
    replicates: 1000,
    seed: 7,
    participants: 2,
    ledger_length: 3,
    ledger_head: 'ab'.repeat(32),
    software_version: context.version,
    state: 'cancelled',
    ...more,
  })

/** The id of a completed one. Its draws are A B, or A B B A, of the first two groups, and so is each replicate unless `replicate` differs. */
export const storedDoneTest = async (
  world: Pick<TestPortal, 'context' | 'personId'>,
  { trial_id, study_groups }: { trial_id: number; study_groups: readonly { id: number }[] },
  participants: 2 | 4 = 2,
  replicate = AS_DRAWN,
): Promise<number> => {
  const cells = JSON.stringify(study_groups.slice(0, 2).map(({ id }) => [id]))
  const id = await storedTest(world, trial_id, { state: 'done', cells, participants })
  const draws = new Uint8Array(1001).fill(replicate).fill(AS_DRAWN, 0, 1)
  await storeReferenceSetPiece(world.context.database.queries, id, 0, draws)
  return id
}

/** A bit for each participant, the first in the lowest. */
const AS_DRAWN = 0b0110

import { listRandomisationTests, type RandomisationTest } from '#contract/randomisation-tests'
import { endpointQuery } from './endpoint-query'

/** The interval at which tests are refetched while one is not over, in milliseconds. */
const ASKED_EVERY_MS = 1500

/** The randomisation tests of a trial; refetched until all are over. */
export const randomisationTestsQuery = (trialId: number) => ({
  ...endpointQuery(listRandomisationTests, { parameters: { trial_id: String(trialId) } }),
  refetchInterval: ({ state: { data } }: { state: { data: { data: RandomisationTest[] } | undefined } }) =>
    data?.data.some(isUnderWay) === true ? ASKED_EVERY_MS : false,
})

const isUnderWay = ({ state }: RandomisationTest): boolean => state === 'waiting' || state === 'running'

import { Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { randomisationTestsQuery } from '../../../../api/randomisation-test-queries'
import { QueryView } from '../../../../device/offline/query-view'
import { useTrialPage } from '../../../trials/trial/trial-page'
import { StartTestForm } from './start-test-form'
import { TestCard } from './test-card'

/** What starts a randomisation test of a trial, and its tests so far. */
export function RandomisationTests() {
  const { trial } = useTrialPage()
  const query = useQuery(randomisationTestsQuery(trial.id))
  return (
    <Stack gap="lg" maw="44rem">
      <StartTestForm trialId={trial.id} />
      <QueryView query={query} loading={<Skeleton height="6rem" />}>
        {({ data: tests }) =>
          tests.length === 0 ? (
            <Text c="dimmed">No test yet. Start one above. It is stored for 90 days.</Text>
          ) : (
            <ul className="plain-list" aria-label="Randomisation tests">
              {tests.map((test) => (
                <li key={test.id}>
                  <TestCard trial={trial} test={test} />
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
    </Stack>
  )
}

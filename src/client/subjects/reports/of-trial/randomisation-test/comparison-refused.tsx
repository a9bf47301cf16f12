import { List } from '@mantine/core'
import { Refused } from '../../../../action/action-refused'
import { useFailureInPlace } from '../../../../api/raised-failure'
import { writeFailureWords } from '../../../../api/write-failure-words'

/** Why outcomes were not compared: the server's words, with the line of the file of each that is wrong. */
export function ComparisonRefused({ error, lines }: { error: unknown; lines: readonly number[] }) {
  const failure = useFailureInPlace(error)
  if (failure === null) return null
  const { title, message } = writeFailureWords('The outcomes were not compared', failure)
  const fields = failure.kind === 'refused' ? Object.entries(failure.problem.fields ?? {}) : []
  return (
    <Refused title={title} cause={error}>
      {message}
      {fields.length > 0 && (
        <List>
          {fields.map(([path, fault]) => (
            <List.Item key={path}>
              {lineOf(path, lines)}
              {fault}
            </List.Item>
          ))}
        </List>
      )}
    </Refused>
  )
}

/** `outcomes.3.participant` is of the fourth outcome, whose line it is. */
const lineOf = (path: string, lines: readonly number[]): string => {
  const row = /^outcomes\.(\d+)\./.exec(path)?.[1]
  const line = row === undefined ? undefined : lines[Number(row)]
  return line === undefined ? '' : `Line ${line}: `
}

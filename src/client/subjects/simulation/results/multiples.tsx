import { Skeleton, Text } from '@mantine/core'
import { Suspense, type ReactNode } from 'react'
import { methodWords } from '../design/method-words'
import type { Result } from './result'
import classes from './results.module.css'

/** The same chart for each alternative, side by side and on the same scale. */
export function Multiples({
  results,
  children,
}: {
  results: readonly Result[]
  children: (result: Result) => ReactNode
}) {
  return (
    <div className={classes['multiples']}>
      {results.map((result) => (
        <div key={result.letter}>
          {results.length > 1 && (
            <Text fw={600} mb="xs">
              {result.letter} · {methodWords(result.design)}
            </Text>
          )}
          <Suspense fallback={<Skeleton height="15rem" />}>{children(result)}</Suspense>
        </div>
      ))}
    </div>
  )
}

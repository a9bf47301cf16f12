import { expect, test } from 'vitest'
import { sourcesIn } from './house-files'

/** Comparisons of a level or a status with a number, and every other comparison of a level. */
const BARE = /\b\w*(status_id|statusId)\s*(===|!==|>=|<=|<|>)\s*\d|\blevel\s*(===|!==|>=|<=|<|>)/

/** The one table of the permissions of each level. */
const TABLE = 'src/domain/people/permissions.ts'

const offenders = (files: { path: string; text: string }[]) =>
  files.filter(({ path, text }) => path !== TABLE && BARE.test(text)).map(({ path }) => path)

test('checks capabilities: no level is compared outside its table, and no status with a bare number', () => {
  expect(offenders(sourcesIn('src', 'sw'))).toEqual([])
})

test('the check finds a level that is compared', () => {
  const guilty = [
    { path: 'src/client/a.tsx', text: 'permission.role.level >= 3' },
    { path: 'src/server/b.ts', text: 'trial.trial_status_id === 3' },
  ]
  expect(offenders(guilty)).toEqual(['src/client/a.tsx', 'src/server/b.ts'])
})

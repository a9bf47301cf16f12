import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { EXPORTS, EXPORT_FORMATS } from '#domain/reports/export'

const HOUSE = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(HOUSE, path), 'utf8').replaceAll(/\s+/g, ' ')

const NUMBERS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** A figure as a page or the code writes it: `six`, `20,000`, `20_000`. */
const figure = (written: string): number =>
  NUMBERS.includes(written.toLowerCase())
    ? NUMBERS.indexOf(written.toLowerCase())
    : Number(written.replaceAll(/[,_]/g, ''))

const figures = (path: string, pattern: RegExp): number[] => {
  const [, ...found] = pattern.exec(read(path)) ?? []
  return found.map((written) => figure(written))
}

describe('a figure in the help is that of the code', () => {
  it.each<[page: string, says: RegExp, source: string, defines: RegExp]>([
    ['nurse', /A PIN of (\w+) digits/, 'domain/this-device/pin', /PIN_DIGITS = (\d+)/],
    ['nurse', /unlock this tablet\*\*: (\w+) tries/, 'domain/this-device/pin', /PIN_TRIES = (\d+)/],
    ['nurse', /usually (\d+) minutes/, 'client/session/lock/lock-due', /DEFAULT_LOCK_AFTER: LockAfter = (\d+)/],
    ['security', /or with (\w+) wrong tries/, 'domain/this-device/pin', /PIN_TRIES = (\d+)/],
    ['nurse', /After (\w+) wrong codes/, 'server/use-cases/study-packs/confirmation-code', /MAX_WRONG_CODES = (\d+)/],
    [
      'nurse',
      /more than (\w+) hours old/,
      'domain/this-device/offline-rules',
      /DISPENSED_AT_ALL_FOR_MS = (\d+) \* HOUR_MS/,
    ],
    [
      'pharmacist',
      /active pack, at least (\w+)/,
      'domain/study-packs/single-packs',
      /USUAL_LEAST_ACTIVE_PACKS = (\d+)/,
    ],
    ['pharmacist', /up to (\w+) damaged/, 'domain/study-packs/single-packs', /MAX_WITHDRAWN_A_DAY = (\d+)/],
    ['coordinator', /randomised there for (\d+) days/, 'domain/trials/forecast', /LEAST_SILENCE = (\d+)/],
    [
      'coordinator',
      /works once, for (\w+) days/,
      'server/use-cases/sign-in/identity/request-association',
      /INVITATION_LIFE = (\d+) \* 24/,
    ],
    [
      'statistician',
      /to compare up to (\w+)/,
      'client/subjects/simulation/design/simulation-form',
      /ALTERNATIVES = (\d+)/,
    ],
    [
      'randomisation-test',
      /from ([\d,]+) to ([\d,]+)/,
      'domain/reports/randomisation-test',
      /FEWEST_REPLICATES = ([\d_]+).*MOST_REPLICATES = ([\d_]+)/,
    ],
    [
      'randomisation-test',
      /can have (\w+) tests under way/,
      'server/use-cases/reports/randomisation-test/start-randomisation-test',
      /MAX_UNDER_WAY = (\d+)/,
    ],
    [
      'methods',
      /a stratum has (\d+), (\d+), (\d+) and/,
      'domain/own-lists/list-author',
      /= \[(\d+), (\d+), (\d+), 0\]/,
    ],
    ['notices', /(\d+) characters at most/, 'contract/notices', /text: requiredLine\((\d+)\)/],
    [
      'ipads',
      /at most (\d+) active trials automatically, and begins no other after ([\d,]+)/,
      'domain/this-device/offline-readiness',
      /trials_saved: (\d+),.* rows: ([\d_]+)/,
    ],
  ])('%s: %s', (page, says, source, defines) => {
    const defined = figures(`src/${source}.ts`, defines)
    expect(defined.length).toBeGreaterThan(0)
    expect(figures(`src/help/${page}.md`, says)).toEqual(defined)
  })
})

/** The format of a file in the words of the table of exports. */
const FORMAT_WORDS: Partial<Record<keyof typeof EXPORT_FORMATS, string>> = {
  csv: 'CSV',
  xlsx: 'Excel',
  xpt: 'SAS',
  json: 'JSON',
}

describe('the table of exports in the help', () => {
  const [, table = ''] =
    /^## Exports\n([\s\S]*?)^## /m.exec(readFileSync(join(HOUSE, 'src/help/data.md'), 'utf8')) ?? []
  const rows = table.split('\n').filter((line) => line.startsWith('| '))

  it.each(Object.values(EXPORTS))('has $title in all of its formats', ({ title, formats }) => {
    const row = rows.find((line) => line.toLowerCase().includes(title.toLowerCase())) ?? ''
    for (const format of formats) expect(row).toContain(FORMAT_WORDS[format])
  })
})

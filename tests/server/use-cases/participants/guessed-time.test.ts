import { getParticipant } from '#contract/participants'
import { CLOCK_UNCERTAIN } from '#domain/time/performed-at'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, valueOf } from '../../../support/ask'
import { exported, exportPaths, strictCsv } from '../../../support/export-calls'
import { flag } from '../../../support/flag'
import { drawnAt, historyOf } from '../../../support/participant-actions'
import { testPortal, type TestPortal } from '../../../support/portal'
import { act, packShown, packTrial, type PackTrial } from '../../../support/study-packs'
import { rowsOf } from '../reports/report-calls'

/*
 * Two participants are flagged and get their packs. The times of the first are estimated, those of the other are known.
 */

let world: TestPortal
let trial: PackTrial
let guessed: Awaited<ReturnType<typeof drawnAt>>
let ward: Awaited<ReturnType<typeof drawnAt>>

beforeAll(async () => {
  world = await testPortal()
  trial = await packTrial(world, { packs: 3 })
  const { administrator } = trial.people
  guessed = await drawnAt(administrator, trial, 0)
  ward = await drawnAt(administrator, trial, 0)
  world.clock.step(7200)
  for (const [one, hours] of [
    [guessed, 5],
    [ward, -1],
  ] as const) {
    const performed_at = new Date(Date.parse(world.clock.now()) + hours * 3_600_000).toISOString()
    valueOf(await flag(administrator, trial, one, { performed_at }))
    valueOf(await act(trial, administrator, 'dispense', { study_pack_id: one.study_pack?.id, performed_at }))
  }
})
afterAll(() => world.stop())

const BOTH = [
  ['had to be guessed', () => guessed, true],
  ['is known', () => ward, false],
] as const

test.each(BOTH)('a flag whose time %s is marked so', async (_how, of, clock_uncertain) => {
  const path = `trials/${trial.trial_id}/participants/${of().id}`
  const { participant_flags } = valueOf(await ask(trial.people.monitor, getParticipant.response, path))
  expect(participant_flags).toMatchObject([{ clock_uncertain }])
  const { data } = valueOf(await historyOf(trial.people.monitor, of()))
  expect(data.filter(({ clock_uncertain: isGuessed }) => isGuessed).map(({ kind }) => kind)).toEqual(
    clock_uncertain ? ['flagged', 'study_pack_dispensed'] : [],
  )
})

test.each(BOTH)(
  'a dispense whose time %s is marked so in the history of the pack',
  async (_how, of, clock_uncertain) => {
    const { study_pack_logs } = await packShown(trial, trial.people.pharmacist, of().study_pack?.id ?? 0)
    expect(study_pack_logs?.map((log) => [log.action, log.clock_uncertain])).toEqual([
      ['allocate', false],
      ['dispense', clock_uncertain],
    ])
  },
)

const times = ({ Flags: flags, 'Study pack actions': acts }: Record<string, unknown>) => [flags, acts]

test('the long report marks guessed times', async () => {
  const [first, second] = await rowsOf(trial.people.administrator, `trials/${trial.trial_id}/reports/long`)
  for (const cell of times(first ?? {})) {
    expect(cell).toContain(`(${CLOCK_UNCERTAIN})`)
    expect(cell).not.toContain('done at')
  }
  for (const cell of times(second ?? {})) {
    expect(cell).not.toContain(CLOCK_UNCERTAIN)
    expect(cell).toContain('done at')
  }
})

test('so does the list of participants as a file', async () => {
  const { participants } = exportPaths(trial.trial_id)
  const query = 'sort=sequence&order=asc'
  const { bytes } = await exported(world.url, trial.people.administrator, participants, 'csv', query)
  const cells = strictCsv(bytes).map(({ Flags: flags }) => flags)
  expect(cells).toEqual([expect.stringContaining(`(${CLOCK_UNCERTAIN})`), expect.not.stringContaining(CLOCK_UNCERTAIN)])
})

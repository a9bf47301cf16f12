import { makeBalanceReport, type BalanceReport } from '#contract/balance-report'
import { listParticipants } from '#contract/participants'
import { getTrialStatistics } from '#contract/trials'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BuiltTrial } from '../../../support/a-trial'
import { ask, posted, valueOf } from '../../../support/ask'
import { changePermission, drawnAt, everybody, staffedTrial } from '../../../support/participant-actions'
import { testPortal, type TestPortal } from '../../../support/portal'
import type { SignedIn } from '../../../support/sign-in'
import { sectionsOf } from './report-calls'

/*
 * A reader by labels who is shown two groups alike gets no figures that would part their participants (decisions 0004
 * and 0077).
 */

let world: TestPortal
let people: Awaited<ReturnType<typeof everybody>>

beforeAll(async () => {
  world = await testPortal()
  people = await everybody(world)
})
afterAll(() => world.stop())

/** A started trial of two groups 1:1 with these labels, whose coordinator sees labels. */
const trialLabelled = async (first: string | null, second: string | null): Promise<BuiltTrial> => {
  const study_groups = [
    { name: 'Zanamivir', label: first },
    { name: 'Oseltamivir', label: second },
  ]
  const trial = await staffedTrial(world, { study_groups })
  await changePermission(world, trial, 'coordinator', { is_blinded_whole: false, is_blinded_partial: true })
  return trial
}

const balanceFor = async (who: SignedIn, { trial_id }: BuiltTrial): Promise<BalanceReport> => {
  const answer = await ask(
    who,
    makeBalanceReport.response,
    `trials/${trial_id}/reports/balance`,
    posted({ type: 'data' }),
  )
  const report = valueOf(answer)
  if (!('data' in report)) throw new Error('no report')
  return report.data
}

/** The figures by group in the statistics, in the short report and in the balance report. */
const groupFiguresFor = async (who: SignedIn, trial: BuiltTrial) => {
  const { trial_id } = trial
  const { statistics } = valueOf(await ask(who, getTrialStatistics.response, `trials/${trial_id}/statistics`))
  const sections = Object.entries(await sectionsOf(who, trial_id))
  const { form, pooled_because, groups, rows } = await balanceFor(who, trial)
  return {
    statistics: statistics.study_groups,
    short: sections.filter(([item]) => item.startsWith('Participants by study group')),
    balance: { form, pooled_because, groups, ofTrial: rows[0]?.groups },
  }
}

const NONE = {
  statistics: [],
  short: [],
  balance: { form: 'pooled', pooled_because: 'blinded', groups: [], ofTrial: [] },
}

test.each([
  ['without labels', null, null, 'Blinded'],
  ['with one label for both groups', 'Study drug', 'Study drug', 'Study drug'],
  ['with a label that reads as a missing one', null, 'Blinded', 'Blinded'],
])('in a trial %s, a randomisation changes only totals', async (_which, first, second, shown) => {
  const trial = await trialLabelled(first, second)
  for (let drawn = 1; drawn <= 3; drawn += 1) {
    await drawnAt(people.administrator, trial, 0)
    expect(await groupFiguresFor(people.coordinator, trial)).toEqual(NONE)
    const whole = await balanceFor(people.coordinator, trial)
    expect(whole.rows[0]?.participants).toBe(drawn)
  }
  const listed = await ask(people.coordinator, listParticipants.response, `trials/${trial.trial_id}/participants`)
  const names = valueOf(listed).data.map(({ study_group }) => study_group.name)
  expect(names).toEqual([shown, shown, shown])
})

test('in a trial with one label, figures by group tell no more than the participants themselves', async () => {
  const trial = await trialLabelled('Kit L', null)
  await drawnAt(people.administrator, trial, 0)
  const { statistics, short, balance } = await groupFiguresFor(people.coordinator, trial)
  expect(statistics.map(({ name }) => name)).toEqual(['Blinded', 'Kit L'])
  expect(short).toHaveLength(2)
  expect(balance).toMatchObject({ form: 'coded', groups: ['Code A', 'Code B'] })
})

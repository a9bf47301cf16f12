import { makeLongReport } from '#contract/reports'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, posted, valueOf } from '../../../support/ask'
import { exported, exportPaths } from '../../../support/export-calls'
import { staffedTrial } from '../../../support/participant-actions'
import { testPortal, type TestPortal } from '../../../support/portal'
import { signedInAs, type SignedIn } from '../../../support/sign-in'

/* A trial may call its participant IDs as any other column is called: the headings of a file are distinct all the same. */

let world: TestPortal
let administrator: SignedIn
beforeAll(async () => {
  world = await testPortal()
  administrator = await signedInAs(world, 'administrator')
})
afterAll(() => world.stop())

const exportedHeadings = async (trialId: number): Promise<string[]> => {
  const { bytes } = await exported(world.url, administrator, exportPaths(trialId).participants, 'csv')
  const [line = ''] = new TextDecoder().decode(bytes).split('\r\n')
  return line.split(',')
}

const reportedHeadings = async (trialId: number): Promise<string[]> => {
  const path = `trials/${trialId}/reports/long`
  const answer = valueOf(await ask(administrator, makeLongReport.response, path, posted({ type: 'data' })))
  return 'data' in answer ? answer.data.headings : []
}

const LABEL = 'Participant ID'
test.each<[label: string, inExport: string, inReport: string]>([
  ['Site', LABEL, LABEL],
  ['SEQUENCE number', LABEL, LABEL],
  ['Study group', LABEL, LABEL],
  ['sex (as used)', LABEL, LABEL],
  ['Unblinded', LABEL, LABEL],
  ['Corrected', 'Corrected', LABEL],
  ['record id', 'record id', LABEL],
  ['Ward number', 'Ward number', 'Ward number'],
])('%s', async (participant_id_label, inExport, inReport) => {
  const { trial_id } = await staffedTrial(world, {
    is_participant_id_used: true,
    participant_id_label,
    trial_strata: [{ name: 'Sex', options: ['Female', 'Male'] }],
  })
  for (const [headings, own] of [
    [await exportedHeadings(trial_id), inExport],
    [await reportedHeadings(trial_id), inReport],
  ] as const) {
    expect(headings).toContain(own)
    expect(new Set(headings.map((heading) => heading.toLowerCase())).size).toBe(headings.length)
  }
})

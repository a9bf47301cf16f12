import { FIGURE_NAMES } from '#domain/documents/report-queries'
import { FIGURE_TITLES } from '#domain/documents/report-figures'
import { api } from '#contract/api'
import { REOPENED_MEANING } from '#domain/trials/trial-reopening'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { grant, type BuiltTrial } from '../../../support/a-trial'
import { ask, posted, valueOf } from '../../../support/ask'
import { documentFile, documentPath } from '../../../support/document-calls'
import { downloadExport, exportToken } from '../../../support/export-calls'
import { flag } from '../../../support/flag'
import {
  drawnAt,
  everybody,
  recordError,
  recordInadvertent,
  staffedTrial,
  unblind,
} from '../../../support/participant-actions'
import { testPortal, type TestPortal } from '../../../support/portal'
import { readDocx } from '../../../support/read-docx'
import { printed } from '../../../support/read-symbols'
import { randomised, saveWith, setTo, shownTo } from '../../../support/save-trial'
import { signedInAs } from '../../../support/sign-in'

/* A report about a trial's randomisation: every figure comes with the query that makes it (decision 0096). */

let world: TestPortal
let people: Awaited<ReturnType<typeof everybody>>
let trial: BuiltTrial
let lines: string[]

const reportOf = async (of: BuiltTrial): Promise<string[]> =>
  readDocx(
    (await documentFile(world, people.administrator, of, { name: 'randomisation-report', format: 'docx' })).bytes,
  )

/** The lines of the report after the heading of a section or of a query. */
const after = (heading: RegExp): string[] => lines.slice(lines.findIndex((line) => heading.test(line)) + 1)

/** The first cells of the row that begins with these. */
const row = (of: readonly string[], begins: readonly string[], width: number): string[] => {
  const at = of.findIndex((_, place) => begins.every((cell, more) => of[place + more] === cell))
  if (at < 0) throw new Error(`no row begins with ${begins.join(', ')}`)
  return of.slice(at, at + width)
}

/**
 * Four are drawn. One of them is flagged, unblinded and of a wrong stratum; another is not eligible and known by
 * accident. Then the ratio changes to 2 : 1, the second site closes, the first is renamed, and three more are drawn.
 */
beforeAll(async () => {
  world = await testPortal()
  people = await everybody(world)
  const { administrator } = people
  trial = await staffedTrial(world, { trial_strata: [{ name: 'Sex', options: ['Female', 'Male'] }] })
  const one = await drawnAt(administrator, trial, 0, [0])
  const other = await drawnAt(administrator, trial, 1, [1])
  await drawnAt(administrator, trial, 1, [1])
  await drawnAt(administrator, trial, 0, [0])
  valueOf(await flag(administrator, trial, one))
  valueOf(await unblind(people.unblinder, one, { comment: 'Bleeding & shock' }))
  valueOf(await recordInadvertent(administrator, other, { comment: 'The box lay open' }))
  valueOf(await recordError(administrator, other, { kind: 'ineligible', comment: 'Too young' }))
  const answer = (option: number) =>
    trial.trial_strata.map(({ id, options }) => ({
      trial_stratum_id: id,
      trial_stratum_option_id: options[option]?.id,
    }))
  const wrong = { kind: 'wrong_stratum', comment: 'Misread', as_used: answer(0), corrected: answer(1) }
  valueOf(await recordError(administrator, one, wrong))
  await setTo(administrator, trial.trial_id, 'paused')
  const { study_groups, sites } = await shownTo(administrator, trial.trial_id)
  valueOf(
    await saveWith(administrator, trial.trial_id, {
      study_groups: study_groups.map((group, place) => ({ ...group, weight: place === 0 ? 2 : 1 })),
      sites: sites.map((site, place) => (place === 0 ? { ...site, title: 'Northern' } : { ...site, is_deleted: true })),
      renaming: { reason: 'The hospital was renamed', trial_title: 'A trial of two tablets' },
    }),
  )
  await setTo(administrator, trial.trial_id, 'started')
  const [site_id] = trial.sites
  for (let drawn = 0; drawn < 3; drawn += 1)
    await drawnAt(administrator, { ...trial, sites: site_id ? [site_id] : [] }, 0)
  lines = await reportOf(trial)
})
afterAll(() => world.stop())

describe('the report', () => {
  test('says how the trial is, and that figures will change', () => {
    expect(lines).toContain('The trial has not ended: figures will change.')
    expect(row(lines, ['Participants randomised'], 2)).toEqual(['Participants randomised', '7'])
    const courses = after(/^2\. /).slice(0, 14)
    expect(courses.filter((line) => line.includes('set from'))).toHaveLength(3)
  })

  test('has both epochs with their designs, and each group as observed and as expected', () => {
    const designs = after(/^3\. /)
    expect(designs).toContain('Zanamivir : Oseltamivir = 1 : 1')
    expect(designs).toContain('Zanamivir : Oseltamivir = 2 : 1')
    const drawn = after(/^4\. /)
    expect(row(drawn, ['1', '4'], 2)).toEqual(['1', '4'])
    expect(row(drawn, ['2', '3'], 2)).toEqual(['2', '3'])
    const [, , first, expected] = row(drawn, ['1', 'Zanamivir'], 5)
    const [, , second] = row(drawn, ['1', 'Oseltamivir'], 5)
    expect(expected).toBe('2.0')
    expect(Number(first) + Number(second)).toBe(4)
    expect(row(drawn, ['2', 'Zanamivir'], 5)[3]).toBe('2.0')
    expect(row(drawn, ['All', 'Oseltamivir'], 5)[3]).toBe('3.0')
  })

  test('has sites, the closed one by name, and names that changed', () => {
    expect(lines).toContain('Closed sites: Southern General.')
    const [, closed, opened, participants] = row(after(/^5\. /), ['Southern General', 'Yes'], 4)
    expect([closed, opened, participants]).toEqual(['Yes', '', '2'])
    expect(row(lines, ['Site', 'Northern General'], 4)).toEqual(['Site', 'Northern General', 'Northern', '4'])
  })

  test('has flags, errors, wrong strata and unblindings, in figures and one by one', () => {
    expect(row(lines, ['Participants flagged'], 2)[1]).toBe('1')
    const errors = after(/^7\. /)
    expect(row(errors, ['Wrong stratum'], 2)[1]).toBe('1')
    expect(row(errors, ['Not eligible'], 2)[1]).toBe('1')
    expect(row(errors, ['All errors'], 2)[1]).toBe('2')
    expect(row(errors, ['2', 'Southern General'], 5).slice(3)).toEqual(['Not eligible', 'Too young'])
    expect(row(after(/^8\. /), ['Sex', 'Female'], 4)).toEqual(['Sex', 'Female', 'Male', '1'])
    const unblindings = after(/^9\. /)
    expect(row(unblindings, ['Unblindings with a reason'], 2)[1]).toBe('1')
    expect(row(unblindings, ['Inadvertent unblindings'], 2)[1]).toBe('1')
    expect(row(unblindings, ['1', 'Northern'], 5).slice(3)).toEqual(['On request', 'Bleeding & shock'])
    expect(row(unblindings, ['2', 'Southern General'], 5).slice(3)).toEqual(['Inadvertent', 'The box lay open'])
  })
})

describe('each figure has its query', () => {
  const queryOf = (name: keyof typeof FIGURE_TITLES): string =>
    after(new RegExp(`^Q\\d+: ${FIGURE_TITLES[name]}$`))[0] ?? ''

  test.each(FIGURE_NAMES)('%s: asked again as it is printed, it gives the same figures', async (name) => {
    const { rows } = await sql<Record<string, unknown>>`${sql.raw(queryOf(name))}`.execute(world.database.queries)
    expect(rows.length).toBeGreaterThan(0)
    // A record that only begins an epoch has no number in the report. The record before it, with the design, has one.
    const shown = rows.filter(({ record }) => !String(record).endsWith('"type":"epoch"}'))
    const figures = shown.flatMap((found) => Object.values(found)).filter((value) => typeof value === 'number')
    for (const figure of figures) expect(lines).toContain(String(figure))
  })

  test('and its mark, where it is shown', () => {
    for (const place of FIGURE_NAMES.keys()) {
      expect(lines.filter((line) => line.includes(`Query: Q${place + 1}.`))).toHaveLength(1)
    }
  })

  test('no query reads another trial', async () => {
    const another = await staffedTrial(world)
    await randomised(people.administrator, another, 2)
    expect((await reportOf(trial)).slice(4)).toEqual(lines.slice(4))
  })
})

describe('what a change leaves as it was', () => {
  test('a trial that was re-opened has both of its people and the reason, as the printed query finds them', async () => {
    const ended = await staffedTrial(world, { status: 'finished' })
    const { trial_id } = ended
    await grant(world, { person: 'coordinator', role: 'System administrator', trial_id: null, site_id: null })
    const second = await signedInAs(world, 'coordinator')
    const path = `trials/${trial_id}/reopening`
    const reason = { reason: 'Two sites still recruit' }
    const requested = await ask(
      people.administrator,
      api.requestTrialReopening.response,
      `${path}-request`,
      posted(reason),
    )
    const request_id = valueOf(requested).request?.id
    valueOf(await ask(second, api.reopenTrial.response, path, posted({ request_id })))
    lines = await reportOf(ended)
    const nameOf = async (id: number) =>
      (await world.database.queries.selectFrom('users').select('name').where('id', '=', id).executeTakeFirstOrThrow())
        .name
    const course = after(/^2\. /)
    const names = [await nameOf(world.personId('administrator')), await nameOf(world.personId('coordinator'))]
    expect(row(course, [`Re-opening of trial ${trial_id} requested`], 3)).toEqual([
      `Re-opening of trial ${trial_id} requested`,
      reason.reason,
      names[0],
    ])
    expect(row(course, [`Trial ${trial_id} re-opened: ${REOPENED_MEANING}`], 3).slice(1)).toEqual([
      reason.reason,
      names[1],
    ])
    const printedQuery = after(new RegExp(`^Q\\d+: ${FIGURE_TITLES.statuses}$`))[0] ?? ''
    const { rows } = await sql<{ change: string }>`${sql.raw(printedQuery)}`.execute(world.database.queries)
    expect(rows.filter(({ change }) => /re-open/i.test(change))).toHaveLength(2)
  })

  test('a design over which counts continue is in the same epoch, and is told as that', async () => {
    const own = await staffedTrial(world, { randomisation_method_id: 7 })
    const { trial_id } = own
    await setTo(people.administrator, trial_id, 'paused')
    const { exclude_flagged_participants } = await shownTo(people.administrator, trial_id)
    const flags = { exclude_flagged_participants: !exclude_flagged_participants }
    valueOf(await saveWith(people.administrator, trial_id, flags))
    await setTo(people.administrator, trial_id, 'started')
    await randomised(people.administrator, own, 3)
    await setTo(people.administrator, trial_id, 'paused')
    valueOf(await saveWith(people.administrator, trial_id, { efron_chance: 3, efron_out_of: 4 }))
    lines = await reportOf(own)
    const designs = after(/^3\. /)
    const told = designs.flatMap((line, place) =>
      line.startsWith('Efron’s biased coin; ') ? [[designs[place - 2], designs[place - 1]]] : [],
    )
    expect(told).toEqual([
      ['1', 'Empty'],
      ['1', 'Unchanged'],
      ['1', 'Carried'],
    ])
    expect(designs.join(' ')).not.toContain('changes only options of strata')
  })
})

test('flagged participants who do not count towards the sample size are in its number, and told apart', async () => {
  const own = await staffedTrial(world, { exclude_flagged_participants: true })
  const one = await drawnAt(people.administrator, own, 0)
  await randomised(people.administrator, own, 2)
  valueOf(await flag(people.administrator, own, one))
  lines = await reportOf(own)
  expect(row(lines, ['Participants randomised'], 4)).toEqual([
    'Participants randomised',
    '3',
    'Of these, counted towards the sample size',
    '2',
  ])
  expect(row(after(/^4\. /), ['1', '3'], 2)).toEqual(['1', '3'])
})

describe('at any time from the start on', () => {
  test('of a trial that was never started there is none', async () => {
    const planned = await staffedTrial(world, { status: 'planning' })
    const { status, problem } = await exportToken(
      people.administrator,
      documentPath(planned.trial_id, 'randomisation-report'),
    )
    expect([status, problem?.code]).toEqual([409, 'report_not_ready'])
  })

  test('of a trial without participants it has no figure but zero', async () => {
    const empty = await staffedTrial(world, { status: 'paused' })
    const text = (await reportOf(empty)).join('\n')
    expect(text).toContain('No wrong option of a stratum is recorded.')
    expect(text).toContain('No site was closed.')
    expect(text).toContain('No study group or site was renamed.')
  })

  test('of a trial that has ended it says so', async () => {
    const ended = await staffedTrial(world, { status: 'finished' })
    expect(await reportOf(ended)).toContain('The trial has ended.')
  })

  test('of a factorial trial each group has its own row', async () => {
    const study_groups = ['A', 'B', 'C', 'D'].map((name, place) => ({
      name,
      label: `Kit ${name}`,
      factorial_level: place < 2 ? (1 as const) : (2 as const),
    }))
    const factorial = await staffedTrial(world, { allocation_method_id: 4, study_groups })
    await randomised(people.administrator, factorial, 4)
    lines = await reportOf(factorial)
    const observed = ['A', 'B', 'C', 'D'].map((name) => Number(row(after(/^4\. /), ['All', name], 5)[2]))
    expect(observed.reduce((sum, count) => sum + count, 0)).toBe(8)
    expect(row(after(/^4\. /), ['All', 'D'], 5)[3]).toBe('2.0')
  })

  test('as a PDF it says the same', async () => {
    const { bytes } = await documentFile(world, people.administrator, trial, {
      name: 'randomisation-report',
      format: 'pdf',
    })
    const text = (await printed(bytes, 36)).map((page) => page.text).join(' ')
    for (const words of [
      'Randomisation report: A trial of two tablets',
      'Closed sites: Southern General.',
      'Misread',
    ]) {
      expect(text).toContain(words)
    }
  })

  test('a token of a session that has ended gives none', async () => {
    const path = documentPath(trial.trial_id, 'randomisation-report')
    const { value } = await exportToken(people.administrator, path)
    await world.database.queries
      .updateTable('sessions')
      .set({ ended_at: world.context.now() })
      .where('user_id', '=', world.personId('administrator'))
      .execute()
    const { problem } = await downloadExport(world.url, path, `token=${value?.token}&format=pdf`)
    expect(problem?.code).toBe('token_revoked')
  })
})

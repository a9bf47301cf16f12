import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aTrial, grant, type BuiltTrial, type TrialOverrides } from '../../../support/a-trial'
import { testPortal, type TestPortal } from '../../../support/portal'
import { randomise } from '../../../support/randomise'
import { saveWith, setTo, shownTo, storedAbout } from '../../../support/save-trial'
import { signedInAs, type SignedIn } from '../../../support/sign-in'
import { flag } from '../../../support/flag'

/* A site and an option of a stratum have caps. A participant above a cap is refused before the draw. */

let world: TestPortal
let administrator: SignedIn
let nurse: SignedIn

beforeAll(async () => {
  world = await testPortal()
  administrator = await signedInAs(world, 'administrator')
  nurse = await signedInAs(world, 'nurse')
})
afterAll(() => world.stop())

const SEVERITY = { name: 'Severity', options: ['Mild', { name: 'Severe', max_participants: 2 }] }

/** A trial whose first site may have two participants, with a nurse of both sites. */
const capped = async (overrides: TrialOverrides = {}): Promise<BuiltTrial> => {
  const trial = await aTrial(world, {
    sites: [{ title: 'Northern General', max_participants: 2 }, { title: 'Southern General' }],
    ...overrides,
  })
  const { trial_id } = trial
  await grant(world, { person: 'coordinator', role: 'Trial administrator', trial_id, site_id: null })
  await grant(world, { person: 'nurse', role: 'Trial user', trial_id, site_id: null })
  return trial
}

const bodyAt = (trial: BuiltTrial, site: number, option = 0) => ({
  site_id: trial.sites[site]?.id,
  participant_strata: trial.trial_strata.map(({ id, options }) => ({
    trial_stratum_id: id,
    trial_stratum_option_id: options[option]?.id,
  })),
})

const draw = (trial: BuiltTrial, site: number, option = 0, headers: Record<string, string> = {}) =>
  randomise(nurse, trial.trial_id, bodyAt(trial, site, option), headers)

const codeOf = async (answer: ReturnType<typeof draw>) => (await answer).problem?.code ?? 'randomised'

const about = (trial: BuiltTrial) => storedAbout(world.database.queries, trial.trial_id)

/** The emails about caps: recipient, place and number. */
const capMessages = async ({ trial_id }: BuiltTrial) => {
  const rows = await world.database.queries
    .selectFrom('messages')
    .select(['user_id', 'facts'])
    .where('trial_id', '=', trial_id)
    .where('kind', '=', 'cap_near')
    .orderBy('id')
    .execute()
  return rows.map(({ user_id, facts }) => {
    if (facts.kind !== 'cap_near') throw new Error(facts.kind)
    return [user_id, facts.of, facts.news, facts.count, facts.most, facts.option]
  })
}

describe('a site that has all its participants', () => {
  test('refuses the next before anything is drawn, and another site does not', async () => {
    const trial = await capped()
    expect([await codeOf(draw(trial, 0)), await codeOf(draw(trial, 0))]).toEqual(['randomised', 'randomised'])
    const before = await about(trial)
    const { status, problem } = await draw(trial, 0)
    expect([status, problem?.code]).toEqual([409, 'site_full'])
    expect(await about(trial)).toEqual(before)
    expect(await codeOf(draw(trial, 1))).toBe('randomised')
  })

  test('gives its last place to one of many who ask at once, at two servers', async () => {
    const trial = await capped()
    await draw(trial, 0)
    const second = await testPortal({ beside: world })
    const elsewhere = await signedInAs(second, 'nurse')
    const codes = await Promise.all(
      Array.from({ length: 8 }, (_, place) =>
        codeOf(randomise(place % 2 === 0 ? nurse : elsewhere, trial.trial_id, bodyAt(trial, 0))),
      ),
    )
    expect(codes.filter((code) => code === 'randomised')).toHaveLength(1)
    expect(codes.filter((code) => code === 'site_full')).toHaveLength(7)
    await second.stop()
  })

  test('answers the one who had the last place again under their key', async () => {
    const trial = await capped()
    await draw(trial, 0)
    const headers = { 'Idempotency-Key': randomUUID() }
    const first = await draw(trial, 0, 0, headers)
    const again = await draw(trial, 0, 0, headers)
    expect([again.replayed, again.participants]).toEqual([true, first.participants])
  })

  test('counts flagged participants as well, whom the sample size leaves out', async () => {
    const trial = await capped({ exclude_flagged_participants: true, sample_size: 3 })
    const [participant] = (await draw(trial, 0)).participants
    await draw(trial, 0)
    if (participant) await flag(administrator, trial, participant)
    expect(await codeOf(draw(trial, 0))).toBe('site_full')
  })
})

describe('an option that has all its participants', () => {
  test('refuses the next by name, at any site, and no other option', async () => {
    const trial = await capped({ trial_strata: [SEVERITY], sites: [{ title: 'North' }, { title: 'South' }] })
    await draw(trial, 0, 1)
    await draw(trial, 1, 1)
    const { problem } = await draw(trial, 0, 1)
    expect(problem?.code).toBe('stratum_full')
    expect(problem?.message).toContain('Severity: Severe')
    expect(await codeOf(draw(trial, 0, 0))).toBe('randomised')
  })
})

describe('trial administrators are told', () => {
  test('once that a limit is near and once that it is reached, whoever else is not', async () => {
    const trial = await capped({
      sites: [{ title: 'North', max_participants: 4 }, { title: 'South' }],
      cap_notice_percent: 50,
    })
    for (let n = 0; n < 6; n += 1) await draw(trial, 0)
    const coordinator = world.personId('coordinator')
    expect((await capMessages(trial)).filter(([user]) => user === coordinator)).toEqual([
      [coordinator, 'site', 'near', 2, 4, null],
      [coordinator, 'site', 'reached', 4, 4, null],
    ])
    expect((await capMessages(trial)).filter(([user]) => user === world.personId('nurse'))).toEqual([])
  })

  test('of the sample size and of an option in the same way', async () => {
    const trial = await capped({
      trial_strata: [SEVERITY],
      sites: [{ title: 'North' }, { title: 'South' }],
      sample_size: 2,
    })
    await draw(trial, 0, 1)
    await draw(trial, 0, 1)
    const coordinator = world.personId('coordinator')
    expect((await capMessages(trial)).filter(([user]) => user === coordinator)).toEqual([
      [coordinator, 'trial', 'reached', 2, 2, null],
      [coordinator, 'stratum', 'reached', 2, 2, 'Severity: Severe'],
    ])
  })
})

describe('a limit is set in the settings', () => {
  test('never below the participants there, and raised it lets in the next', async () => {
    const trial = await capped({ trial_strata: [SEVERITY] })
    await draw(trial, 0, 1)
    await draw(trial, 0, 1)
    await setTo(administrator, trial.trial_id, 'paused')
    const { sites, trial_strata } = await shownTo(administrator, trial.trial_id)
    const at = (max_participants: number | null) => ({
      sites: sites.map((site, place) => (place === 0 ? { ...site, max_participants } : site)),
      trial_strata: trial_strata.map((stratum) => ({
        ...stratum,
        trial_stratum_options: stratum.trial_stratum_options.map((option) =>
          option.name === 'Severe' ? { ...option, max_participants } : option,
        ),
      })),
    })
    const { problem } = await saveWith(administrator, trial.trial_id, at(1))
    const words = '2 participants are randomised already, so it cannot be lower.'
    expect(problem?.fields).toEqual({
      'sites.0.max_participants': words,
      'trial_strata.0.trial_stratum_options.1.max_participants': words,
    })
    expect((await saveWith(administrator, trial.trial_id, at(3))).problem).toBeNull()
    const { entries, records } = await about(trial)
    expect(entries.at(-1)?.changes).toEqual([
      { field: 'sites.Northern General.max_participants', old: 2, new: 3 },
      {
        field: 'trial_strata.Severity.trial_stratum_options',
        old: 'Mild, Severe (at most 2)',
        new: 'Mild, Severe (at most 3)',
      },
    ])
    // A cap is no part of the draw, so the ledger does not record it.
    expect(records.filter(({ record }) => JSON.stringify(record).includes('"settings"'))).toEqual([])
    await setTo(administrator, trial.trial_id, 'started')
    expect([await codeOf(draw(trial, 0, 1)), await codeOf(draw(trial, 0, 1))]).toEqual(['randomised', 'site_full'])
  })
})

import { getSimulationReplicates, simulatedPlan } from '#contract/simulations'
import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { insertSimulation } from '../../../../src/server/ground/db/simulations'
import { performJob } from '../../../../src/server/use-cases/simulation/perform-job'
import { aTrial, grant } from '../../../support/a-trial'
import { aLongSimulation, aSimulation, simulated, simulationOf, simulationOnce } from '../../../support/a-simulation'
import { ask, valueOf } from '../../../support/ask'
import { testPortal, type TestPortal } from '../../../support/portal'
import { signedInAs, type SignedIn } from '../../../support/sign-in'

let world: TestPortal
let administrator: SignedIn
let coordinator: SignedIn

beforeAll(async () => {
  world = await testPortal()
  administrator = await signedInAs(world, 'administrator')
  coordinator = await signedInAs(world, 'coordinator')
  const { trial_id } = await aTrial(world)
  await grant(world, { person: 'coordinator', role: 'Trial administrator', trial_id, site_id: null })
})
// A simulation that a test leaves under way would delay the next.
afterEach(() => world.context.database.queries.deleteFrom('simulations').execute())
afterAll(() => world.stop())

const WITH_STRATA = aSimulation({
  design: {
    randomisation_method_id: 1,
    is_stratified: true,
    block_size_min: 2,
    block_size_max: 2,
    study_groups: [{ name: 'Aspirin' }, { name: 'Avoid aspirin' }],
    trial_strata: [{ name: 'Sex', trial_stratum_options: [{ name: 'Female' }, { name: 'Male' }] }],
  },
  sizes: { participants: 40, sites: 2, site_shares: [3, 1] },
  runs: 200,
  seed: 1,
})

describe('a simulation is not found', () => {
  it('where it does not exist', async () => {
    expect((await administrator.fetch('simulations/99999')).status).toBe(404)
    expect((await administrator.fetch('simulations/99999', { method: 'DELETE' })).status).toBe(404)
  })

  it('is not read or cancelled by anybody but its requester', async () => {
    const id = await simulated(coordinator, aLongSimulation())
    expect((await administrator.fetch(`simulations/${id}`)).status).toBe(404)
    expect((await administrator.fetch(`simulations/${id}`, { method: 'DELETE' })).status).toBe(404)
    expect(['waiting', 'running']).toContain((await simulationOf(coordinator, id)).state)
    expect((await coordinator.fetch(`simulations/${id}`, { method: 'DELETE' })).status).toBe(204)
  })
})

describe('a finished simulation', () => {
  it('returns the request with defaults, warnings and figures', async () => {
    const id = await simulated(administrator, WITH_STRATA)
    const done = await simulationOnce(administrator, id, ({ state }) => state === 'done')
    expect(done).toMatchObject({
      id,
      failure: null,
      progress: { done: 200, of: 200 },
      seed: 1,
      runs: 200,
      sizes: { participants: 40, sites: 2, site_shares: [3, 1], option_shares: null, packs: null },
      design: { allocation_method_id: 1, urn_initial: 1, study_groups: [{ name: 'Aspirin', weight: 1 }, {}] },
    })
    expect(done.warnings.map(({ code }) => code)).toEqual([
      'fixed_block_size',
      'smallest_blocks',
      'easily_guessed_at_site',
      'easily_guessed',
    ])
    expect(done.figures?.imbalance.map(({ scope }) => scope)).toEqual([
      { of: 'trial' },
      { of: 'site', site: 0 },
      { of: 'site', site: 1 },
      { of: 'option', stratum: 0, option: 0 },
      { of: 'option', stratum: 0, option: 1 },
    ])
    // Every second participant of a sex is certain. Of 40 that makes 20 where both numbers are even, else 19, and each
    // case is half of the trials.
    expect(done.figures?.predictability.certain.exact).toBeCloseTo(19.5 / 40, 9)
  })

  it('has the groups of a factorial trial in the order in which they were sent, whatever their factors', async () => {
    const id = await simulated(
      administrator,
      aSimulation({
        design: {
          allocation_method_id: 4,
          study_groups: [
            { name: 'Zanamivir', weight: 2, factorial_level: 1 },
            { name: 'Aspirin', weight: 1, factorial_level: 2 },
            { name: 'Oseltamivir', weight: 1, factorial_level: 1 },
            { name: 'No aspirin', weight: 1, factorial_level: 2 },
          ],
        },
        sizes: { participants: 4, packs: [9, 0, 9, 9] },
      }),
    )
    const { figures } = await simulationOnce(administrator, id, ({ state }) => state === 'done')
    expect(figures?.ratio[0]?.shares.map(({ exact }) => exact)).toEqual([2 / 3, 1 / 2, 1 / 3, 1 / 2])
    expect(figures?.stock[0]?.packs).toEqual([9, 0, 9, 9])
    expect(figures?.stock[0]?.some_site.mean).toBe(1)
  })

  it('has the same figures for the same seed', async () => {
    const figuresOf = async (seed: number) => {
      const id = await simulated(administrator, { ...WITH_STRATA, seed })
      return (await simulationOnce(administrator, id, ({ state }) => state === 'done')).figures
    }
    const first = await figuresOf(8)
    expect(await figuresOf(8)).toEqual(first)
    expect(await figuresOf(9)).not.toEqual(first)
  })

  it('stays as it is when it is cancelled', async () => {
    const id = await simulated(administrator)
    await simulationOnce(administrator, id, ({ state }) => state === 'done')
    expect((await administrator.fetch(`simulations/${id}`, { method: 'DELETE' })).status).toBe(204)
    expect(await simulationOf(administrator, id)).toMatchObject({
      state: 'done',
      figures: { ratio: expect.any(Array) },
    })
  })
})

const NO_LINES = { measures: [], lines: [] }

describe('the lines of a simulation, one for each of its trials', () => {
  const linesOf = (who: SignedIn, id: number) =>
    ask(who, getSimulationReplicates.response, `simulations/${id}/replicates`)

  it('are those of its requester once it is done, and not among its figures', async () => {
    const id = await simulated(administrator, WITH_STRATA)
    const { figures } = await simulationOnce(administrator, id, ({ state }) => state === 'done')
    const { measures, lines } = valueOf(await linesOf(administrator, id))
    expect(lines).toHaveLength(200)
    expect(measures).toContain('loss')
    const imbalances = lines.map((line) => line[measures.indexOf('final_imbalance')] ?? NaN)
    const mean = imbalances.reduce((sum, value) => sum + value, 0) / 200
    expect(mean).toBeCloseTo(figures?.imbalance[0]?.mean.mean ?? NaN, 9)
    expect(figures).not.toHaveProperty('replicates')
  })

  it('are not found by anybody else, and none before it is done, or where it was done before they were stored', async () => {
    const under = await simulated(coordinator, aLongSimulation())
    expect(valueOf(await linesOf(coordinator, under))).toEqual(NO_LINES)
    const id = await simulated(coordinator)
    await coordinator.fetch(`simulations/${under}`, { method: 'DELETE' })
    await simulationOnce(coordinator, id, ({ state }) => state === 'done')
    expect((await linesOf(administrator, id)).status).toBe(404)
    expect(valueOf(await linesOf(coordinator, id)).lines).toHaveLength(10)
    const { queries } = world.context.database
    const { figures } = await queries
      .selectFrom('simulations')
      .select('figures')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const { replicates: _, ...earlier } = { replicates: undefined, ...figures }
    await queries
      .updateTable('simulations')
      .set({ figures: JSON.stringify(earlier) })
      .where('id', '=', id)
      .execute()
    expect(valueOf(await linesOf(coordinator, id))).toEqual(NO_LINES)
    expect((await simulationOf(coordinator, id)).figures).toEqual(earlier)
  })

  it('leave the worker as a text, which the event loop stores unread', () => {
    const plan = v.parse(simulatedPlan, aSimulation())
    const answer = performJob({ kind: 'simulation', plan, seed: 1 }, () => {})
    expect(answer).toEqual({ figures: expect.any(Object), replicates: expect.stringMatching(/^{"measures":\[/) })
  })

  it('are not for who may not simulate', async () => {
    expect((await (await signedInAs(world, 'nurse')).fetch('simulations/1/replicates')).status).toBe(403)
  })
})

it('a request of before the analysis was asked for has the usual one', async () => {
  const { analysis: _, ...earlier } = v.parse(simulatedPlan, {
    design: { study_groups: [{ name: 'A' }, { name: 'B' }] },
    sizes: { participants: 1 },
  })
  const id = await insertSimulation(world.context.database.queries, {
    user_id: world.personId('coordinator'),
    request: JSON.stringify(earlier),
    seed: 1,
    created_at: world.clock.now(),
    state: 'cancelled',
  })
  expect((await simulationOf(coordinator, id)).analysis).toEqual({
    effect: 0.5,
    significance: 0.05,
    selection_bias: 0.25,
    adjusts_for_sites: false,
  })
})

describe('a simulation under way', () => {
  it('says how far it has come and has its warnings; cancelled, it has come to nothing', async () => {
    const id = await simulated(administrator, aLongSimulation())
    const halfway = await simulationOnce(administrator, id, ({ progress }) => progress.done > 0)
    expect(halfway).toMatchObject({ state: 'running', failure: null, figures: null, progress: { of: 10_000 } })
    expect((await administrator.fetch(`simulations/${id}`, { method: 'DELETE' })).status).toBe(204)
    expect(await simulationOf(administrator, id)).toMatchObject({ state: 'cancelled', figures: null })
    expect((await administrator.fetch(`simulations/${id}`, { method: 'DELETE' })).status).toBe(204)
  })

  it('is interrupted where its server is silent for twenty seconds, and counts no more', async () => {
    const plan = v.parse(simulatedPlan, {
      design: { study_groups: [{ name: 'A' }, { name: 'B' }] },
      sizes: { participants: 1 },
    })
    const left = {
      user_id: world.personId('coordinator'),
      request: JSON.stringify(plan),
      seed: 1,
      created_at: world.clock.now(),
      state: 'running',
      heard_at: world.clock.now(),
      trials_done: 400,
    } as const
    const ids: number[] = []
    for (let i = 0; i < 3; i += 1) ids.push(await insertSimulation(world.context.database.queries, left))
    const [id = 0] = ids
    expect(await simulationOf(coordinator, id)).toMatchObject({ state: 'running', progress: { done: 400, of: 1000 } })
    world.clock.step(21)
    expect(await simulationOf(coordinator, id)).toMatchObject({
      state: 'failed',
      failure: 'interrupted',
      figures: null,
    })
    expect(await simulated(coordinator)).toBeGreaterThan(id)
  })
})

describe('a server that is started again', () => {
  it('still has figures, and starts the simulations that waited when it stopped', async () => {
    const done = await simulated(administrator)
    const { figures } = await simulationOnce(administrator, done, ({ state }) => state === 'done')
    const first = await testPortal({ beside: world })
    const cut = await simulated(administrator, aSimulation({ sizes: { participants: 2000 }, runs: 300, seed: 5 }))
    await first.stop()
    const second = await testPortal({ beside: world })
    const there = await signedInAs(second, 'administrator')
    expect((await simulationOf(there, done)).figures).toEqual(figures)
    await simulationOnce(there, cut, ({ state }) => state === 'done')
    await second.stop()
  })
})

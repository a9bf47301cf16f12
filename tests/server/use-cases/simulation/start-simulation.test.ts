import { startSimulation } from '#contract/simulations'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { aTrial, grant } from '../../../support/a-trial'
import { aLongSimulation, aSimulation, simulated, simulationOf, simulationOnce } from '../../../support/a-simulation'
import { ask, posted } from '../../../support/ask'
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
  await grant(world, { person: 'nurse', role: 'Trial user', trial_id, site_id: null })
})
// A simulation that a test leaves under way would delay the next.
afterEach(() => world.context.database.queries.deleteFrom('simulations').execute())
afterAll(() => world.stop())

const start = (request: object, who = administrator, headers: Record<string, string> = {}) =>
  ask(who, startSimulation.response, 'simulations', posted(request, headers))

const stored = async () =>
  (await world.context.database.queries.selectFrom('simulations').select('id').execute()).length

const design = (more: object) => aSimulation({ design: { study_groups: [{ name: 'A' }, { name: 'B' }], ...more } })
const analysis = (more: object) => aSimulation({ analysis: more })
const sizes = (more: object) => aSimulation({ sizes: { participants: 20, ...more } })
const strata = (...options: number[]) =>
  options.map((count, i) => ({
    name: `S${i}`,
    trial_stratum_options: Array.from({ length: count }, (_, option) => ({ name: `O${option}` })),
  }))
const NEEDED = 'This field is required'
const ONE_EACH = 'Give exactly one share for each site or option'

describe('a simulation is refused', () => {
  it.each([
    ['nothing', {}, { design: expect.any(String), sizes: expect.any(String) }],
    [
      'no study groups',
      aSimulation({ design: {} }),
      { 'design.study_groups': 'At least two study groups are required' },
    ],
    ['a group without a name', design({ study_groups: [{}, { name: 'B' }] }), { 'design.study_groups.0.name': NEEDED }],
    [
      'an id',
      design({ study_groups: [{ id: 1, name: 'A' }, { name: 'B' }] }),
      { 'design.study_groups.0.id': 'Unknown field' },
    ],
    ['a title', design({ title: 'A trial' }), { 'design.title': 'Unknown field' }],
    [
      'blocks without a size',
      design({ randomisation_method_id: 1 }),
      { 'design.block_size_min': 'Blocked randomisation needs a block size' },
    ],
    [
      'blocks that hold no ratio',
      design({ randomisation_method_id: 1, block_size_min: 3, block_size_max: 3 }),
      { 'design.block_size_max': 'The range must include a multiple of the sum of the weights' },
    ],
    [
      'only closed groups',
      design({
        study_groups: [
          { name: 'A', weight: 0 },
          { name: 'B', weight: 0 },
        ],
      }),
      { 'design.study_groups': 'At least one study group needs a weight above 0' },
    ],
    [
      'a factor of one group',
      design({
        allocation_method_id: 4,
        study_groups: [1, 1, 2].map((factorial_level) => ({ name: 'A', factorial_level })),
      }),
      { 'design.study_groups': 'A factorial trial needs at least two study groups in each factor' },
    ],
    [
      'a minimisation that favours the worse',
      design({ randomisation_method_id: 3, minimisation_probability: 50 }),
      { 'design.minimisation_probability': expect.stringContaining('this must be 51 percent or more') },
    ],
    ['nobody', sizes({ participants: 0 }), { 'sizes.participants': 'Must be at least 1' }],
    ['20,001 participants', sizes({ participants: 20_001 }), { 'sizes.participants': 'Must be at most 20000' }],
    ['half a participant', sizes({ participants: 1.5 }), { 'sizes.participants': 'Must be a whole number' }],
    ['no site', sizes({ sites: 0 }), { 'sizes.sites': 'Must be at least 1' }],
    ['a negative share', sizes({ site_shares: [-1] }), { 'sizes.site_shares.0': 'Must be at least 0' }],
    ['a share for each of two sites of one', sizes({ site_shares: [1, 1] }), { 'sizes.site_shares': ONE_EACH }],
    ['shares of strata that are not there', sizes({ option_shares: [[1, 1]] }), { 'sizes.option_shares': ONE_EACH }],
    [
      'packs of one group of two',
      sizes({ packs: [3] }),
      { 'sizes.packs': 'Give exactly one number for each study group' },
    ],
    ['no trial', aSimulation({ runs: 0 }), { runs: 'Must be at least 1' }],
    ['100,001 trials', aSimulation({ runs: 100_001 }), { runs: 'Must be at most 100000' }],
    [
      'too many in all',
      aSimulation({ sizes: { participants: 2001 }, runs: 10_000 }),
      { runs: 'At most 20,000,000 participants in all simulated trials together' },
    ],
    ['no difference to find', analysis({ effect: 0 }), { 'analysis.effect': 'Must be at least 0.01' }],
    ['a level of 1', analysis({ significance: 1 }), { 'analysis.significance': 'Must be at most 0.5' }],
    ['a bias in words', analysis({ selection_bias: 'some' }), { 'analysis.selection_bias': 'Must be a number' }],
    ['a guess at sites', analysis({ adjusts_for_sites: 1 }), { 'analysis.adjusts_for_sites': 'Must be true or false' }],
    [
      '61 sites each adjusted for',
      aSimulation({ sizes: { participants: 200, sites: 61 }, analysis: { adjusts_for_sites: true } }),
      { 'analysis.adjusts_for_sites': 'Adjust for 60 sites at most' },
    ],
    ['a seed of 2^32', aSimulation({ seed: 2 ** 32 }), { seed: 'Must be at most 4294967295' }],
    [
      'urns in 100,000 strata',
      design({ randomisation_method_id: 2, is_stratified: true, trial_strata: strata(100, 100, 10) }),
      { 'design.trial_strata': expect.stringContaining('more than 20,000 strata') },
    ],
  ])('of %s', async (_what, request, fields) => {
    const before = await stored()
    const { status, problem } = await start(request)
    expect([status, problem?.code, problem?.fields]).toEqual([422, 'validation_failed', fields])
    expect(await stored()).toBe(before)
  })

  it.each(['nurse', 'monitor'] as const)('to the %s, who is below level 3 everywhere', async (person) => {
    const who = await signedInAs(world, person)
    expect((await start(aSimulation(), who)).problem).toMatchObject({ status: 403, code: 'forbidden' })
    for (const method of ['GET', 'DELETE']) expect((await who.fetch('simulations/1', { method })).status).toBe(403)
  })

  it('to somebody who has six under way, until one of them is over', async () => {
    const ids: number[] = []
    for (let under = 0; under < 6; under += 1) ids.push(await simulated(coordinator, aLongSimulation()))
    const { problem, headers } = await start(aSimulation(), coordinator)
    expect(problem).toMatchObject({ status: 429, code: 'too_many_simulations' })
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0)
    // One person's limit does not affect another.
    const other = await simulated(administrator)
    for (const id of ids) await coordinator.fetch(`simulations/${id}`, { method: 'DELETE' })
    const { state } = await simulationOnce(administrator, other, (one) => one.state === 'done')
    expect(state).toBe('done')
    expect((await start(aSimulation(), coordinator)).status).toBe(201)
  })
})

it('whose person has none under way is taken up before the next of one who has', async () => {
  const theirs: number[] = []
  for (let under = 0; under < 4; under += 1) theirs.push(await simulated(coordinator, aLongSimulation()))
  const [first = 0, second = 0, third = 0] = theirs
  await simulationOnce(coordinator, second, ({ state }) => state === 'running')
  const other = await simulated(administrator, aLongSimulation())
  await coordinator.fetch(`simulations/${first}`, { method: 'DELETE' })
  await simulationOnce(administrator, other, ({ state }) => state === 'running')
  expect((await simulationOf(coordinator, third)).state).toBe('waiting')
  for (const id of theirs) await coordinator.fetch(`simulations/${id}`, { method: 'DELETE' })
  await administrator.fetch(`simulations/${other}`, { method: 'DELETE' })
})

describe('a simulation', () => {
  it('is stored once for its key', async () => {
    const headers = { 'Idempotency-Key': 'simulate-once' }
    const before = await stored()
    const first = await start(aSimulation(), administrator, headers)
    const again = await start(aSimulation(), administrator, headers)
    expect([first.status, again.status, again.replayed, again.value]).toEqual([201, 201, true, first.value])
    expect(await stored()).toBe(before + 1)
  })

  it('gets a seed where none is sent, and uses the one that is sent', async () => {
    const drawn = await simulationOf(administrator, await simulated(administrator))
    expect(drawn.seed).toBeGreaterThanOrEqual(0)
    expect((await simulationOf(administrator, await simulated(administrator, aSimulation({ seed: 42 })))).seed).toBe(42)
  })

  it('touches no trial', async () => {
    const trialsNow = () => world.context.database.queries.selectFrom('trials').selectAll().orderBy('id').execute()
    const before = await trialsNow()
    const id = await simulated(administrator)
    await simulationOnce(administrator, id, ({ state }) => state === 'done')
    expect(await trialsNow()).toEqual(before)
  })
})

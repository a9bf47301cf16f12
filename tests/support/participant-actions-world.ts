import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { SampleAccountKey } from '../../src/server/doors/idp/sample-accounts'
import type { BuiltTrial, TrialOverrides } from './a-trial'
import { drawnAt, everybody, staffedTrial } from './participant-actions'
import { testPortal, type TestPortal } from './portal'
import type { SignedIn } from './sign-in'

type Drawn = Awaited<ReturnType<typeof drawnAt>>

/** The trial and the people of a test about acts on participants. */
type ParticipantActsWorld = {
  readonly world: TestPortal
  readonly people: Record<SampleAccountKey, SignedIn>
  readonly trial: BuiltTrial
  /** A participant at the first site. */
  readonly one: Drawn
  /** A participant at the second site. */
  readonly elsewhere: Drawn
}

/**
 * One portal for a file of tests with everybody signed in. Each test has a staffed trial of its own with a participant
 * at each site. The returned object may only be read within tests.
 */
export const participantActsWorld = (overrides: TrialOverrides = {}): ParticipantActsWorld => {
  let file: Pick<ParticipantActsWorld, 'world' | 'people'> | undefined
  let test: Pick<ParticipantActsWorld, 'trial' | 'one' | 'elsewhere'> | undefined

  beforeAll(async () => {
    const world = await testPortal()
    file = { world, people: await everybody(world) }
  })
  afterAll(() => file?.world.stop())

  beforeEach(async () => {
    const { world, people } = begun(file)
    const trial = await staffedTrial(world, overrides)
    const one = await drawnAt(people.administrator, trial, 0)
    const elsewhere = await drawnAt(people.administrator, trial, 1)
    world.clock.step(60)
    test = { trial, one, elsewhere }
  })

  return {
    get world() {
      return begun(file).world
    },
    get people() {
      return begun(file).people
    },
    get trial() {
      return begun(test).trial
    },
    get one() {
      return begun(test).one
    },
    get elsewhere() {
      return begun(test).elsewhere
    },
  }
}

const begun = <Thing>(thing: Thing | undefined): Thing => {
  if (thing === undefined) throw new Error('this was looked at outside a test')
  return thing
}

import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { SampleAccountKey } from '../../src/server/doors/idp/sample-accounts'
import type { BuiltTrial, TrialOverrides } from './a-trial'
import { drawnAt, everybody, staffedTrial } from './participant-actions'
import { testPortal, type TestPortal } from './portal'
import type { SignedIn } from './sign-in'

type Drawn = Awaited<ReturnType<typeof drawnAt>>

/** Where an act about a participant is tried. */
type ParticipantActsWorld = {
  readonly world: TestPortal
  readonly people: Record<SampleAccountKey, SignedIn>
  readonly trial: BuiltTrial
  /** At the first site. */
  readonly one: Drawn
  /** At the second. */
  readonly elsewhere: Drawn
}

/**
 * One portal for a file of tests with everybody signed in, and for each test a staffed trial of its own with a participant
 * at each site. What it answers may be looked at within tests alone.
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

import { flagAtTablet, randomiseAtTablet, type OutboxAction, type RandomiseAction } from './tablet-actions'
import {
  actOnPackAtTablet,
  dispenseAtTablet,
  type DirectPackAction,
  type DispenseAction,
  type ShownPack,
} from './tablet-pack-actions'
import type { Base } from './base'
import { dispenseCounts, type DispenseCounts } from './dispense-counts'
import { comeToRest } from './calm'
import { planDisasters, WORKING_TIME } from './disasters'
import type { Fault } from './faults'
import { brokenInvariants } from './invariants'
import { putBelow } from './virtual-time'
import type { Device } from './device'
import { openWard, somebody, type Ward } from './ward'

/** The outcome of one history. */
export type Outcome = {
  broken: readonly string[]
  /** Its faults, in order. */
  faults: readonly Fault[]
  acts: { flags: number; randomisations: number; direct: number } & DispenseCounts
  /** Equal in two runs of the same history. */
  trace: string
}

/** The names of faults that a shorter history leaves out. */
const ALL: ReadonlySet<string> = new Set()

/** Runs the history of a seed: people act, faults happen, all comes to rest, and the invariants are checked. */
export const runHistory = async (base: Base, seed: number, without = ALL): Promise<Outcome> => {
  const ward = openWard(base, seed, without)
  const remove = putBelow(ward.time, ward.chance)
  try {
    const begin = ward.time.now()
    const flags: OutboxAction[] = []
    const dispenses: DispenseAction[] = []
    const direct: DirectPackAction[] = []
    const wizards: RandomiseAction[] = []
    for (const device of ward.devices) {
      ward.signIn(device, somebody(ward.chance))
      device.open()
      await ward.time.runUntil(() => true, begin)
    }
    planActions(ward, flags, wizards)
    if (base.rows.packs.size > 0) planPackActions(ward, wizards, dispenses, direct)
    planDisasters(ward)
    await ward.time.runUntil(() => false, begin + WORKING_TIME)
    const found = await comeToRest(ward, wizards)
    const broken = brokenInvariants({ ward, flags, dispenses, direct, wizards, found })
    for (const device of ward.devices) for (const tab of device.tabs()) tab.kill()
    await ward.time.runUntil(() => false, ward.time.now() + 10_000)
    const { trialState, flags: rows } = ward.database.rows()
    return {
      broken,
      faults: ward.faults.happened(),
      acts: {
        flags: flags.length,
        randomisations: wizards.length,
        direct: direct.length,
        ...dispenseCounts(dispenses),
      },
      trace: `${trialState.ledger_head} ${rows.size} ${ward.time.now()} ${[...flags, ...dispenses].map(({ result }) => result).join()}`,
    }
  } finally {
    remove()
  }
}

const planActions = (ward: Ward, flags: OutboxAction[], wizards: RandomiseAction[]): void => {
  const { chance, time, devices } = ward
  const at = () => chance.between('acts at', 0, WORKING_TIME - 10_000)
  // Many people randomise at once, or each at a time of their own.
  const rush = chance.fraction('a rush') < 0.5 ? at() : null
  const randomisesAt = () => (rush === null ? at() : rush + chance.between('in the rush', 0, 40))
  const device = () => chance.pick('acts on', [devices[0] ?? never(), ...devices.slice(1)])
  for (let count = chance.between('flags', 2, 8); count > 0; count -= 1) {
    time.after(at(), () => {
      const chosen = device()
      const tabs = chosen.tabs()
      const [first, ...others] = tabs
      if (first === undefined) return
      const act = flagAtTablet(ward, chosen, chance.pick('page', [first, ...others]), flags.length + 1)
      if (act) flags.push(act)
    })
  }
  for (let count = chance.between('randomisations', 1, 5); count > 0; count -= 1) {
    time.after(randomisesAt(), () => {
      const act = randomiseAtTablet(ward, device())
      if (act) wizards.push(act)
    })
  }
}

/** Dispenses, recalls and removals: of few packs, so that people meet, and half of them at the same moment. */
const planPackActions = (
  ward: Ward,
  wizards: readonly RandomiseAction[],
  dispenses: DispenseAction[],
  direct: DirectPackAction[],
): void => {
  const { chance, time, devices, base } = ward
  let count = 0
  /** The packs of participants who were there before, and of those whom somebody was shown as randomised. */
  const shownPacks = (): ShownPack[] => [
    ...[...base.rows.participants.values()].map(({ id, study_pack_id }) => ({
      id: study_pack_id ?? 0,
      participant: id,
    })),
    ...wizards.flatMap(({ ends }) =>
      ends?.phase === 'finished'
        ? ends.participants.flatMap(({ id, study_pack }) =>
            study_pack ? [{ id: study_pack.id, participant: id }] : [],
          )
        : [],
    ),
  ]
  const withTab = (act: (device: Device, tab: ReturnType<Device['open']>) => void) => {
    const device = chance.pick('pack on', [devices[0] ?? never(), ...devices.slice(1)])
    const [first, ...others] = device.tabs()
    if (first !== undefined) act(device, chance.pick('pack page', [first, ...others]))
  }
  const dispense = (pack: ShownPack) =>
    withTab((device, tab) => {
      const act = dispenseAtTablet(ward, device, tab, pack, (count += 1))
      if (act) dispenses.push(act)
    })
  const at = () => chance.between('pack at', 0, WORKING_TIME - 10_000)
  const pick = (): ShownPack => {
    const [first, ...others] = shownPacks()
    return chance.pick('pack', [first ?? never(), ...others])
  }
  for (let left = chance.between('dispenses', 2, 6); left > 0; left -= 1) {
    time.after(at(), () => {
      const pack = pick()
      dispense(pack)
      if (chance.fraction('dispensed by two') < 0.5)
        time.after(chance.between('second dispense', 0, 40), () => dispense(pack))
    })
  }
  for (let left = chance.between('recalls and removals', 0, 2); left > 0; left -= 1) {
    time.after(at(), () => {
      const pack = pick()
      withTab((device, tab) => {
        const act = actOnPackAtTablet(ward, device, tab, pack, (count += 1))
        if (act) direct.push(act)
      })
    })
  }
}

const never = () => {
  throw new Error('a ward has a device')
}

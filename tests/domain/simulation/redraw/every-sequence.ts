import { moveCounts, type DrawState } from '#domain/randomisation/allocate'
import type { AllocationDesign } from '#domain/randomisation/design'
import { designAt } from '#domain/randomisation/ratios'
import { stateKeys } from '#domain/randomisation/state-keys'
import type { GuessedEpoch, GuessedParticipant } from '#domain/simulation/guessed-epoch'
import { everyDraw } from '#domain/simulation/every-draw'
import { redrawing } from '#domain/simulation/redraw/redraw'
import { cellsOfDraws } from '#domain/simulation/simulated-trial'
import type { SimulationSource } from '#domain/simulation/simulation-source'

/** The chance of each sequence of groups, written as `1 2 1`. */
export type Sequences = ReadonlyMap<string, number>

/** Participants at sites and with options of at most two strata. Their draws do not matter. */
export const participants = (
  design: AllocationDesign,
  ...people: readonly (readonly [site: number, ...options: number[]])[]
): GuessedParticipant[] =>
  people.map(([site_id, ...options]) => ({
    site_id,
    options: design.strata.map(({ id, option_ids }, index) => ({
      trial_stratum_id: id,
      trial_stratum_option_id: option_ids[options[index] ?? 0] ?? 0,
    })),
    arm: 0,
  }))

type Path = { chance: number; groups: string[]; drawn: number[]; states: ReadonlyMap<string, DrawState> }

/** Every sequence by the engine, one draw after another, with states under their names as in a trial. */
export const everySequence = (epochs: readonly GuessedEpoch[]): Sequences => {
  let paths: Path[] = [{ chance: 1, groups: [], drawn: [], states: new Map() }]
  for (const epoch of epochs) {
    paths = paths.map((path) => ({ ...path, drawn: [], states: new Map() }))
    for (const [number, participant] of epoch.participants.entries()) {
      for (const { participant: of, by } of epoch.moves.filter(({ drawn }) => drawn === number))
        paths = paths.map((path) => moved(epoch, path, of, by))
      paths = paths.flatMap((path) => drawnFrom(epoch.design, path, participant))
    }
  }
  const sequences = new Map<string, number>()
  for (const { chance, groups } of paths) add(sequences, groups.join(' '), chance)
  return sequences
}

const statesUnder = (states: ReadonlyMap<string, DrawState>, keys: readonly string[]) =>
  keys.map((key) => states.get(key) ?? null)

const withStates = (
  states: ReadonlyMap<string, DrawState>,
  keys: readonly string[],
  after: readonly (DrawState | null)[],
) => new Map([...states, ...keys.flatMap((key, index) => (after[index] ? [[key, after[index]] as const] : []))])

const drawnFrom = (design: AllocationDesign, path: Path, participant: GuessedParticipant): Path[] => {
  const keys = stateKeys(design, 1, participant)
  return everyDraw(designAt(design, participant), statesUnder(path.states, keys)).map(
    ({ chance, drawn_index, states }) => ({
      chance: path.chance * chance,
      groups: [...path.groups, groupsOf(design, drawn_index)],
      drawn: [...path.drawn, drawn_index],
      states: withStates(path.states, keys, states),
    }),
  )
}

const groupsOf = (design: AllocationDesign, drawnIndex: number): string =>
  design.cells[cellsOfDraws(design)[drawnIndex] ?? 0]?.group_ids.join('+') ?? ''

const moved = ({ design, participants: people }: GuessedEpoch, path: Path, of: number, by: 1 | -1): Path => {
  const [participant] = people.slice(of, of + 1)
  if (!participant) return path
  const keys = stateKeys(design, 1, participant)
  const after = moveCounts(designAt(design, participant), statesUnder(path.states, keys), path.drawn[of] ?? 0, by)
  if (!after.ok) throw new Error('the counts do not hold the participant')
  return { ...path, states: withStates(path.states, keys, after.value) }
}

const add = (sequences: Map<string, number>, name: string, chance: number) =>
  void sequences.set(name, (sequences.get(name) ?? 0) + chance)

/** Every sequence by the redraw, which runs once for each series of answers of its source. */
export const everyRedraw = (epochs: readonly GuessedEpoch[]): Sequences => {
  const { participants: count, cells, redraw } = redrawing(epochs)
  const into = new Uint16Array(count)
  const sequences = new Map<string, number>()
  let answers: readonly number[] | null = []
  while (answers !== null) {
    const { source, choices } = answering(answers)
    redraw(source, into)
    const chance = choices.reduce(
      (product, { weights, answer }) => (product * (weights[answer] ?? 0)) / sum(weights),
      1,
    )
    add(sequences, Array.from(into, (cell) => cells[cell]?.join('+') ?? '').join(' '), chance)
    answers = next(choices)
  }
  return sequences
}

type Choice = { weights: readonly number[]; answer: number }

const answering = (answers: readonly number[]): { source: SimulationSource; choices: Choice[] } => {
  const choices: Choice[] = []
  const choose = (weights: readonly number[]): number => {
    const answer = answers[choices.length] ?? firstOpen(weights, 0)
    // A copy, as the next draw of a minimisation overwrites the weights.
    choices.push({ weights: [...weights], answer })
    return answer
  }
  const evenly = (m: number) => choose(Array.from({ length: m }, () => 1))
  return {
    source: { pick: choose, below: evenly, uniform: (m) => BigInt(evenly(Number(m))), offered: () => [] },
    choices,
  }
}

const next = (choices: readonly Choice[]): readonly number[] | null => {
  for (let last = choices.length - 1; last >= 0; last -= 1) {
    const { weights = [], answer = 0 } = choices[last] ?? {}
    const following = firstOpen(weights, answer + 1)
    if (following < weights.length) return [...choices.slice(0, last).map((one) => one.answer), following]
  }
  return null
}

const firstOpen = (weights: readonly number[], from: number): number => {
  const index = weights.findIndex((weight, place) => place >= from && weight > 0)
  return index === -1 ? weights.length : index
}

const sum = (weights: readonly number[]): number => weights.reduce((total, weight) => total + weight, 0)

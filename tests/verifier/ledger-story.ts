import { RANDOMISATION_METHODS } from '#domain/trials/trial-methods'
import type { Ledger } from '#contract/ledger'
import { allocate, moveCounts, readStates, type DrawState } from '#domain/randomisation/allocate'
import { countsAfter } from '#domain/randomisation/epoch'
import type { OneRatioDesign } from '#domain/randomisation/design'
import { randomSource } from '#domain/randomisation/random-source'
import { designAt } from '#domain/randomisation/ratios'
import { stateKeys } from '#domain/randomisation/state-keys'
import { commitment, trialKeys } from '../../src/server/ground/ledger/keys'
import { genesisHash, ledgerLink, type LedgerLink } from '../../src/server/ground/ledger/ledger-chain'
import { inRecordOrder, namesRecord, type LedgerName } from '../../src/server/ground/ledger/ledger-names'
import { ledgerDesign, type LedgerRecord } from '../../src/server/ground/ledger/ledger-records'
import { drawWords } from '../../src/server/ground/ledger/words'
import { anyDesign, type NamedSettings } from '../domain/randomisation/designs'
import { VECTORS } from '../domain/randomisation/vectors'

export const SEED = VECTORS.seed_hex
const UUID = VECTORS.trial_uuid

type Site = number
type Options = readonly (readonly [stratum: number, option: number])[]

/** The events of a trial. Each becomes a record of its ledger, drawn and chained by the engine. */
export type Story = {
  draw: (site?: Site, options?: Options) => Story
  save: (named: NamedSettings) => Story
  /** A save by a version that did not carry counts: they begin again. */
  saveAsBefore: (named: NamedSettings) => Story
  flag: (counter: number, level: number) => Story
  unflag: (counter: number, level: number) => Story
  /** Gives study groups and sites these names from here on. */
  name: (...names: readonly LedgerName[]) => Story
  /** Two people re-open the finished trial. */
  reopen: () => Story
  reveal: () => Story
  /** The ledger as it is exported after the reveal. */
  ledger: () => Ledger
}

/** Begins a trial with these settings, with the seed of the vectors. */
export const startStory = (named: NamedSettings, nonceHex: string | null = null): Story => {
  const seed = Buffer.from(SEED, 'hex')
  const { drawKey, saltKey, nameKey } = trialKeys(seed, UUID, nonceHex)
  const promised = commitment(UUID, seed)
  let design = anyDesign(named)
  const genesis = genesisHash(promised, ledgerDesign(design))
  const links: LedgerLink[] = []
  const namesBehind = new Map<number, readonly LedgerName[]>()
  const states = new Map<string, DrawState>()
  const drawn: { keys: readonly string[]; by: OneRatioDesign; arm: number; epoch: number; isOut: boolean }[] = []
  let epoch = 1
  let reopenings = 0

  type Unnumbered<R> = R extends LedgerRecord ? Omit<R, 'i' | 'at'> : never
  const chain = (one: LedgerRecord) => links.push(ledgerLink(saltKey, links.at(-1)?.hash ?? genesis, one))
  const next = () => {
    const i = links.length + 1
    return { i, at: new Date(Date.UTC(2026, 10, 21, 5, 3, i)).toISOString() }
  }
  const record = (fields: Unnumbered<LedgerRecord>) => chain({ ...fields, ...next() })
  const statesUnder = (by: OneRatioDesign, keys: readonly string[]) => {
    const read = readStates(
      by,
      keys.map((key) => states.get(key) ?? null),
    )
    if (!read.ok) throw new Error(read.refusal)
    return read.value
  }
  const keep = (keys: readonly string[], left: readonly (DrawState | null)[]) => {
    for (const [index, key] of keys.entries()) {
      const state = left[index]
      if (state) states.set(key, state)
    }
  }
  const setFlag = (type: 'flag' | 'unflag', counter: number, level: number) => {
    const participant = drawn[counter - 1]
    if (!participant) throw new Error(`no one was drawn at ${counter}`)
    const counts = RANDOMISATION_METHODS.some(({ name, is_counting }) => name === design.method && is_counting)
    const moves = [3, 4].includes(level) && counts && participant.epoch === epoch
    const isOut = moves ? type === 'flag' && design.exclude_flagged_participants : participant.isOut
    const steers = isOut === participant.isOut ? 0 : 1
    if (steers) {
      const moved = moveCounts(
        participant.by,
        statesUnder(participant.by, participant.keys),
        participant.arm,
        isOut ? -1 : 1,
      )
      if (!moved.ok) throw new Error(moved.refusal)
      keep(participant.keys, moved.value)
    }
    participant.isOut = isOut
    record({ type, counter, level, steers })
  }

  const beginEpoch = () => {
    epoch += 1
    record({ type: 'epoch', epoch })
  }

  record({ type: 'settings', design: ledgerDesign(design) })
  const story: Story = {
    draw: (site = 1, options = []) => {
      const chosen = options.map(([trial_stratum_id, trial_stratum_option_id]) => ({
        trial_stratum_id,
        trial_stratum_option_id,
      }))
      const keys = stateKeys(design, epoch, { site_id: site, options: chosen })
      const by = designAt(design, { options: chosen })
      const counter = drawn.length + 1
      const {
        drawn_index: arm,
        group_ids,
        states: left,
      } = allocate(by, statesUnder(by, keys), randomSource(drawWords(drawKey, counter)))
      keep(keys, left)
      drawn.push({ keys, by, arm, epoch, isOut: false })
      record({
        type: 'allocation',
        counter,
        epoch,
        site,
        options: options.map(([stratum, option]) => ({ stratum, option })),
        arm,
        groups: group_ids,
      })
      return story
    },
    save: (saved) => {
      const before = design
      design = anyDesign(saved)
      record({ type: 'settings', design: ledgerDesign(design) })
      const counts = countsAfter(before, design)
      if (counts === 'carried') record({ type: 'carried', epoch })
      if (counts === 'begin_again') beginEpoch()
      return story
    },
    saveAsBefore: (saved) => {
      design = anyDesign(saved)
      record({ type: 'settings', design: ledgerDesign(design) })
      beginEpoch()
      return story
    },
    flag: (counter, level) => {
      setFlag('flag', counter, level)
      return story
    },
    unflag: (counter, level) => {
      setFlag('unflag', counter, level)
      return story
    },
    name: (...names) => {
      const at = next()
      const ordered = inRecordOrder(names)
      namesBehind.set(at.i, ordered)
      chain(namesRecord(nameKey, at, ordered))
      return story
    },
    reopen: () => {
      reopenings += 1
      record({ type: 'reopening', number: reopenings, drawn: drawn.length })
      return story
    },
    reveal: () => {
      record({ type: 'reveal' })
      return story
    },
    ledger: () => ({
      construction: 'RCT-ALLOC-1',
      trial_id: 7,
      title: 'A trial of two tablets',
      trial_uuid: UUID,
      commitment: promised,
      nonce_hex: nonceHex,
      seed_hex: SEED,
      genesis,
      length: links.length,
      head: links.at(-1)?.hash ?? null,
      records: links.map(({ i, rec, leaf, hash }) => {
        const names = namesBehind.get(i)?.map(({ name, label }) => ({ name, label }))
        return { i, record: rec, leaf, head: hash, ...(names && { names }) }
      }),
    }),
  }
  return story
}

/** The ledger as it is exported before the reveal. */
export const unrevealed = (ledger: Ledger): Ledger => ({
  ...ledger,
  seed_hex: null,
  records: ledger.records.map(({ names: _names, ...entry }) => entry),
})

/** The ledger with other records, as an attacker with the seed would make it: leaves and heads are computed again. */
export const chainedAgain = (ledger: Ledger, texts: readonly string[]): Ledger => {
  const { saltKey } = trialKeys(Buffer.from(SEED, 'hex'), UUID, ledger.nonce_hex)
  let head = ledger.genesis ?? ''
  const records = texts.map((text, index) => {
    const record: LedgerRecord = JSON.parse(text)
    const link = ledgerLink(saltKey, head, { ...record, i: index + 1 })
    head = link.hash
    const { names } = ledger.records[index] ?? {}
    return { i: link.i, record: link.rec, leaf: link.leaf, head, ...(names && { names }) }
  })
  return { ...ledger, records, length: records.length, head }
}

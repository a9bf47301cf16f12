#!/usr/bin/env node
/*
 * Verifies the ledger of a randomised trial (construction RCT-ALLOC-1).
 *
 *     node verify-ledger.mjs ledger.json        or        npm run verify -- ledger.json
 *
 * No ledger can prove about itself that it is the first one. It is compared with what was kept outside the portal:
 *
 *     --commitment 64 HEX DIGITS     the commitment of the protocol or of the email at Start
 *     --head 64 HEX DIGITS           a head out of an email or the audit log
 *     --earlier OLD.json             an export of the same trial from an earlier day
 *     --participants LIST.csv        the export of its participants by somebody who sees the study groups, or the analysis file
 *
 * The archive of a trial is a folder: node verify-ledger.mjs FOLDER checks the hash of every file in it, and then its ledger with
 * its participants.
 *
 *     --seal 64 HEX DIGITS           what the portal printed, and wrote to its audit log, as it made the archive
 *
 * This one file is all there is to it: it needs Node.js 20 or later and nothing else, no network, no database, and shares not a
 * line with the server that drew the allocations. It was written from the construction's page,
 * src/specification/rct-alloc-1.md, so that the two can only agree where both follow it.
 *
 * It ends with 0 where everything that could be checked is right, with 1 where something is wrong (the first wrong record is
 * named), and with 2 where it could not be checked: the file is no ledger, or has a kind of record that this version does not know.
 *
 * Notation, as on that page: H is SHA-256 (FIPS 180-4), M is HMAC-SHA-256 (RFC 2104), | joins bytes, numbers are
 * written big-endian, text is ASCII. No floating point enters a draw: chances are whole numbers out of whole numbers.
 */
import { createHash, createHmac } from 'node:crypto'
import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { parseArgs } from 'node:util'

/* ---------------------------------------------------------------------------------------------------------------------------
 * 1. Bytes
 * ------------------------------------------------------------------------------------------------------------------------ */

const H = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()
const M = (key, message) => createHmac('sha256', key).update(message).digest()
const bytes = (hex) => Buffer.from(hex, 'hex')
const hex = (buffer) => buffer.toString('hex')

const u64 = (number) => {
  const buffer = Buffer.alloc(8)
  buffer.writeBigUInt64BE(BigInt(number))
  return buffer
}
const u32 = (number) => {
  const buffer = Buffer.alloc(4)
  buffer.writeUInt32BE(number)
  return buffer
}

/** The one text of a value: keys sorted, no spaces, whole numbers and text only. Anything else has none: undefined. */
const canonical = (value) => {
  if (typeof value === 'string') return JSON.stringify(value)
  if (Number.isSafeInteger(value) && !Object.is(value, -0)) return String(value)
  if (typeof value !== 'object' || value === null) return undefined
  const inside = Array.isArray(value)
    ? value.map(canonical)
    : Object.keys(value)
        .sort()
        .map((name) => {
          const text = canonical(value[name])
          return text === undefined ? undefined : `${JSON.stringify(name)}:${text}`
        })
  if (inside.includes(undefined)) return undefined
  return Array.isArray(value) ? `[${inside.join(',')}]` : `{${inside.join(',')}}`
}

/* ---------------------------------------------------------------------------------------------------------------------------
 * 2. The seed: what was promised before the first participant, and what comes of it
 * ------------------------------------------------------------------------------------------------------------------------ */

/** C = H("RCT-ALLOC-1|commit|" trial_uuid "|" seed) */
const commitmentOf = (trialUuid, seed) => hex(H(`RCT-ALLOC-1|commit|${trialUuid}|`, seed))

/**
 * PRK = HKDF-Extract(salt = H("RCT-ALLOC-1|" ctx), ikm = seed), Kd = HKDF-Expand(PRK, "draw", 32), Ks = HKDF-Expand(PRK,
 * "salt", 32), with ctx = trial_uuid, or trial_uuid "|" nonce_hex where a start nonce was entered. RFC 5869: extracting is
 * M(salt, ikm), and the first 32 bytes of an expansion are M(PRK, info | 0x01). Kn = HKDF-Expand(PRK, "name", 32).
 */
const keysOf = (trialUuid, nonceHex, seed) => {
  const context = nonceHex === null ? trialUuid : `${trialUuid}|${nonceHex}`
  const prk = M(H(`RCT-ALLOC-1|${context}`), seed)
  const expand = (info) => M(prk, Buffer.concat([Buffer.from(info), Buffer.of(1)]))
  return { draw: expand('draw'), salt: expand('salt'), name: expand('name') }
}

/**
 * The chance of the allocation with counter t. Its words: W(t, j) = the first 8 bytes of M(Kd, u64(t) u32(j)), j = 0, 1, …
 * uniform(m): 0 without a word if m = 1; else the next word x with x < floor(2^64 / m) · m, and then x mod m.
 * pick(v): r = uniform(Σ v), the smallest k with r < v_0 + … + v_k.
 */
const chanceOf = (drawKey, t) => {
  let j = 0
  const word = () => {
    const x = M(drawKey, Buffer.concat([u64(t), u32(j)])).readBigUInt64BE(0)
    j += 1
    return x
  }
  const uniform = (m) => {
    if (m === 1n) return 0n
    const limit = (2n ** 64n / m) * m
    let x = word()
    while (x >= limit) x = word()
    return x % m
  }
  let picked = []
  const pick = (weights) => {
    picked = weights
    const r = uniform(sum(weights))
    let below = 0n
    return weights.findIndex((weight) => {
      below += weight
      return r < below
    })
  }
  /** Between which weights the last pick decided. */
  return { uniform, pick, picked: () => picked }
}

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0n)

/* ---------------------------------------------------------------------------------------------------------------------------
 * 3. The chain
 * ------------------------------------------------------------------------------------------------------------------------ */

/** h_0 = H("RCT-ALLOC-1|genesis|" C H(canonical JSON of the design at Start)) */
const genesisOf = (commitmentHex, design) =>
  hex(H('RCT-ALLOC-1|genesis|', bytes(commitmentHex), H(canonical(design) ?? '')))

/** leaf_i = H(0x00 | M(Ks, u64(i))[0:16] | rec_i) */
const leafOf = (saltKey, i, text) => hex(H(Buffer.of(0), M(saltKey, u64(i)).subarray(0, 16), text))

/** h_i = H(0x01 | h_{i−1} | leaf_i) */
const headOf = (before, leaf) => hex(H(Buffer.of(1), bytes(before), bytes(leaf)))

/**
 * The hash of the name at place j of record i, counted from 0 through the study groups and then the sites:
 * H(0x02 | M(Kn, u64(i) u32(j))[0:16] | canonical JSON of {id, kind, label, name}), without a label where there is none.
 */
const nameHashOf = (nameKey, i, j, named) =>
  hex(H(Buffer.of(2), M(nameKey, Buffer.concat([u64(i), u32(j)])).subarray(0, 16), canonical(named)))

/** The hash of an uploaded list: H(0x03 | salt | canonical JSON of {groups, number, strata, trial_uuid}). */
const listHashOf = (trialUuid, number, { salt_hex, groups, strata }) =>
  hex(H(Buffer.of(3), bytes(salt_hex), canonical({ groups, number, strata, trial_uuid: trialUuid })))

/* ---------------------------------------------------------------------------------------------------------------------------
 * 4. The methods. Each says what a draw is picked from, given what the draws before left, and what is left after it.
 *
 * A design has cells in order of their groups: one group each, or in a factorial trial one group of each factor. w_k is the
 * weight of cell k, S = Σ w_k. An "arm" of a record is a cell, but in a minimisation one of S virtual arms, of which cell k owns
 * w_k in that order (Kuznetsova & Tymofyeyev 2012; Zhao 2016). Where the ratio differs by an option, w_k is that of the participant's option.
 * ------------------------------------------------------------------------------------------------------------------------ */

const weightsOf = (design) => design.cells.map(({ weight }) => weight)
const totalWeight = (design) => weightsOf(design).reduce((total, weight) => total + weight, 0)
const zeros = (count) => Array.from({ length: count }, () => 0)
const plus = (counts, place, by) => counts.map((count, k) => (k === place ? count + by : count))

const METHODS = {
  /** k = pick(w). Nothing is kept. */
  standard: {
    keys: () => [],
    cellOf: (_design, arm) => arm,
    draw: (design, _kept, chance) => ({ arm: chance.pick(weightsOf(design).map(BigInt)), left: [] }),
  },

  /**
   * Permuted blocks. Where a key's block is used up: block size b uniformly from {b : min ≤ b ≤ max, b mod S = 0}, ascending;
   * remaining = (b / S) · w. Then k = pick(remaining), remaining_k −= 1.
   */
  blocked: {
    keys: (design, record) => [stratumKey(design, record)],
    cellOf: (_design, arm) => arm,
    draw: (design, [block], chance) => {
      const S = totalWeight(design)
      const fewest = Math.ceil(design.block_size_min / S)
      const sizes = Math.floor(design.block_size_max / S) - fewest + 1
      return drawnOfBlock(design, block, chance, () => fewest + Number(chance.uniform(BigInt(sizes))))
    },
  },

  /** Permuted blocks whose size is drawn from a list by the chance of each: with sizes b and chances c, ascending by size, b_pick(c). */
  chosen_blocks: {
    keys: (design, record) => [stratumKey(design, record)],
    cellOf: (_design, arm) => arm,
    draw: (design, [block], chance) => {
      const sizes = chosenSizes(design.chosen_block_sizes)
      return drawnOfBlock(design, block, chance, () => {
        const place = chance.pick(sizes.map(([, odds]) => BigInt(odds)))
        return sizes[place][0] / totalWeight(design)
      })
    },
  },

  /**
   * The urn UD(w0, α, β) (Wei 1978; Wei, Smythe & Smith 1986), by virtual arms: with N_k in cell k of this key and n = Σ N,
   * balls_k = w0·w_k + (α − β)·N_k + β·w_k·n; k = pick(balls), N_k += 1.
   */
  urn: {
    keys: (design, record) => [stratumKey(design, record)],
    cellOf: (_design, arm) => arm,
    draw: (design, [state], chance) => {
      const N = state ?? zeros(design.cells.length)
      const n = sum(N.map(BigInt))
      const [w0, alpha, beta] = [design.urn_initial, design.urn_alpha, design.urn_beta].map(BigInt)
      const balls = weightsOf(design).map((weight, k) => {
        const w = BigInt(weight)
        return w0 * w + (alpha - beta) * BigInt(N[k]) + beta * w * n
      })
      const arm = chance.pick(balls)
      return { arm, left: [plus(N, arm, 1)] }
    },
  },

  /**
   * Minimisation (Pocock & Simon 1975; Taves 1974). For each candidate arm one is added to its count at the participant's level
   * of each factor, the imbalance of that factor over the S arms is measured, and G = Σ factor weight · imbalance. T = the arms
   * of least G, O = the others. With O empty every arm is as likely as another; else the arms of T share p, those of O 1 − p: with
   * p = a / b in lowest terms, pick over a·|O| for an arm of T and (b − a)·|T| for one of O.
   */
  minimisation: {
    keys: (design, record) => design.factors.map(({ of }) => `${record.epoch}/${of}/${levelAt(record, of)}`),
    cellOf: (design, arm) => owners(design)[arm],
    draw: (design, state, chance) => {
      const S = totalWeight(design)
      const counts = design.factors.map((_factor, place) => state[place] ?? zeros(S))
      const G = zeros(S).map((_, arm) =>
        sum(
          design.factors.map(
            ({ weight }, place) =>
              BigInt(weight) * BigInt(IMBALANCE[design.minimisation_measure](plus(counts[place], arm, 1))),
          ),
        ),
      )
      const least = G.reduce((low, g) => (g < low ? g : low))
      const T = G.filter((g) => g === least).length
      const O = S - T
      const { minimisation_probability: of, minimisation_out_of: outOf = 100 } = design
      const divisor = gcd(of, outOf)
      const [a, b] = [of / divisor, outOf / divisor]
      const arm = chance.pick(G.map((g) => BigInt(O === 0 ? 1 : g === least ? a * O : (b - a) * T)))
      return { arm, left: counts.map((level) => plus(level, arm, 1)) }
    },
  },

  /** Rows of uploaded lists: the next one of the key, whatever the words. Where there is none left, nobody can have been drawn. */
  list: {
    keys: (design, record) => [stratumKey(design, record)],
    cellOf: (_design, arm) => arm,
    draw: (_design, [state]) => {
      const { rows, used } = state ?? NO_ROWS
      return { arm: rows[0], position: used + 1, left: [{ rows: rows.slice(1), used: used + 1 }] }
    },
  },

  /** The big stick (Soares & Wu 1983): a fair coin while d is below the limit, else the cell that is behind. */
  big_stick: {
    keys: (design, record) => [stratumKey(design, record)],
    cellOf: (_design, arm) => arm,
    draw: (design, [state], chance) =>
      tossed(design, state, chance, (d) => (d < design.big_stick_limit ? [1, 1] : [1, 0])),
  },

  /** The biased coin with imbalance tolerance (Chen 1999): a coin for the cell behind while d is below the limit, else that cell. */
  biased_coin: {
    keys: (design, record) => [stratumKey(design, record)],
    cellOf: (_design, arm) => arm,
    draw: (design, [state], chance) =>
      tossed(design, state, chance, (d) =>
        d < design.biased_coin_limit ? coin(design.biased_coin_chance, design.biased_coin_out_of) : [1, 0],
      ),
  },

  /** The biased coin of Efron (1971): the same coin for the cell behind at every d. */
  efron: {
    keys: (design, record) => [stratumKey(design, record)],
    cellOf: (_design, arm) => arm,
    draw: (design, [state], chance) =>
      tossed(design, state, chance, () => coin(design.efron_chance, design.efron_out_of)),
  },

  /**
   * The maximal procedure (Berger, Ivanova & Knoll 2003): all sequences of a length in which |d| never exceeds the limit and which end
   * with d = 0 are as likely as each other. So a cell is drawn by how many of them go on with it.
   */
  maximal: {
    keys: (design, record) => [stratumKey(design, record)],
    cellOf: (_design, arm) => arm,
    draw: (design, [state], chance) => {
      const { maximal_length: length, maximal_limit: limit } = design
      const drawn = (counts) => counts.reduce((all, count) => all + count, 0)
      const N = state === undefined || drawn(state) === length ? zeros(design.cells.length) : state
      const open = design.cells.flatMap(({ weight }, k) => (weight > 0 ? [k] : []))
      const ways = open.map((k) => {
        const after = plus(N, k, 1)
        const [first, second] = open.map((cell) => after[cell])
        return pathsHome(first - second, length - drawn(after), limit)
      })
      const arm = chance.pick(N.map((_, k) => ways[open.indexOf(k)] ?? 0n))
      return { arm, left: [plus(N, arm, 1)] }
    },
  },
}

/** What a key has left of its rows, and how many were used. */
const NO_ROWS = { rows: [], used: 0 }

/** One of what is left of the block; if none is, of a new one with so many rounds of the weights. */
const drawnOfBlock = (design, block, chance, rounds) => {
  const isUsedUp = block === undefined || block.every((left) => left === 0)
  const remaining = isUsedUp ? times(weightsOf(design), rounds()) : block
  const arm = chance.pick(remaining.map(BigInt))
  return { arm, left: [plus(remaining, arm, -1)] }
}

/** "4:1,8:3" as [[4, 1], [8, 3]]. */
const chosenSizes = (text) => text.split(',').map((part) => part.split(':').map(Number))

/** How many paths of so many steps of +1 and −1 lead from d to 0 and never beyond the limit on either side. */
const pathsHome = (d, steps, limit) => {
  let at = new Map(Math.abs(d) <= limit ? [[d, 1n]] : [])
  for (let step = 0; step < steps; step += 1) {
    const next = new Map()
    for (const [from, paths] of at)
      for (const to of [from - 1, from + 1]) if (Math.abs(to) <= limit) next.set(to, (next.get(to) ?? 0n) + paths)
    at = next
  }
  return at.get(0) ?? 0n
}

/** Methods whose counts follow flags: those that draw by counts. A block's slot is never given back. */
const COUNTING = ['urn', 'minimisation', 'big_stick', 'biased_coin', 'efron']

/**
 * Two open cells of equal weight, and d = how many more one has than the other under this key. With d = 0 a fair coin; else a pick over
 * the weights of the cell that is behind and of the one that is ahead. A closed cell has none. The counts then have one more.
 */
const tossed = (design, state, chance, weightsAt) => {
  const N = state ?? zeros(design.cells.length)
  const isOpen = (k) => design.cells[k].weight > 0
  const open = N.filter((_, k) => isOpen(k))
  const d = Math.max(...open) - Math.min(...open)
  const [behind, ahead] = d === 0 ? [1, 1] : weightsAt(d)
  const arm = chance.pick(N.map((count, k) => BigInt(!isOpen(k) ? 0 : count === Math.min(...open) ? behind : ahead)))
  return { arm, left: [plus(N, arm, 1)] }
}

/** The weights of the cell behind and of the one ahead, for a chance of the first in lowest terms. */
const coin = (chance, outOf) => {
  const divisor = gcd(chance, outOf)
  return [chance / divisor, (outOf - chance) / divisor]
}

/** How uneven the counts of the arms are. `variance` is S² times the variance, which is a whole number and in the same order. */
const IMBALANCE = {
  variance: (counts) => {
    const total = counts.reduce((all, x) => all + x, 0)
    return counts.length * counts.reduce((all, x) => all + x * x, 0) - total * total
  },
  range: (counts) => Math.max(...counts) - Math.min(...counts),
}

const times = (numbers, factor) => numbers.map((number) => number * factor)
const gcd = (a, b) => (b === 0 ? a : gcd(b, a % b))

/** The cell that owns each virtual arm, in order of the arms. */
const owners = (design) => design.cells.flatMap(({ weight }, cell) => zeros(weight).map(() => cell))

/** Epoch, site if the design is stratified by site, the option of every stratum if it is stratified. */
const stratumKey = (design, { epoch, site, options }) =>
  [
    epoch,
    design.is_site_stratified === 1 ? `site ${site}` : '',
    ...(design.is_stratified === 1 ? options.map(({ stratum, option }) => `${stratum}=${option}`) : []),
  ].join('/')

const levelAt = ({ site, options }, factor) => {
  if (factor === 'trial') return ''
  return factor === 'site' ? site : options.find(({ stratum }) => stratum === factor).option
}

/* ---------------------------------------------------------------------------------------------------------------------------
 * 5. The story that the records tell, one after another. Each of these answers what is wrong with a record, or null.
 * ------------------------------------------------------------------------------------------------------------------------ */

/** Who may move the counts that a draw uses by a flag: permission level 3 and above. */
const LEVEL_THAT_STEERS = 3

const newStory = (keys, trialUuid) => ({
  trialUuid,
  drawKey: keys?.draw ?? null,
  nameKey: keys?.name ?? null,
  design: null,
  epoch: 1,
  /**
   * What the settings just saved do to the counts: 'epoch', they begin again; 'carried', they go on, or begin again in a ledger from before
   * they did. The record of it is the next one. Null for neither.
   */
  owes: null,
  counter: 0,
  /** What the draws left, by key: counts, or what remains of a block. Not kept for blocks without the seed. */
  states: new Map(),
  /** By counter: epoch, keys, arm, and whether the participant is flagged and left out of the counts. */
  participants: new Map(),
  /** The numbers of the uploaded lists, in the order in which they came into force. */
  lists: [],
  /** By counter, with the seed: the design of the draw, and the weights of its arms. */
  drawn: new Map(),
  /** Whether a record says what groups and sites are called. */
  hasNames: false,
  /** Kind and id of whatever a record names, with or without the seed. */
  named: new Set(),
  /** By kind and id, as far as they are in the clear: every name with the record from which it counts, the last one last. */
  names: new Map(),
  /** By counter: the group and the site by their names at that draw, and whether records had named both by then. */
  namedThen: new Map(),
  /** Remarks on a record that are no fault. */
  notes: [],
  /** The records of a re-opening. */
  reopenings: [],
  isRevealed: false,
})

const FIELDS = {
  settings: ['at', 'design', 'i', 'type'],
  names: ['at', 'i', 'sites', 'study_groups', 'type'],
  list: ['at', 'hash', 'i', 'number', 'type'],
  epoch: ['at', 'epoch', 'i', 'type'],
  carried: ['at', 'epoch', 'i', 'type'],
  allocation: ['arm', 'at', 'counter', 'epoch', 'groups', 'i', 'options', 'site', 'type'],
  flag: ['at', 'counter', 'i', 'level', 'steers', 'type'],
  unflag: ['at', 'counter', 'i', 'level', 'steers', 'type'],
  reopening: ['at', 'drawn', 'i', 'number', 'type'],
  reveal: ['at', 'i', 'type'],
}

/** `coming` is the design that stands right behind a record of names, or null. */
const tell = (story, record, { names: openNames, list: openList }, coming) => {
  const shape = shapeFault(record, story.design)
  if (shape !== null) return shape
  if (story.design === null && record.type !== 'settings') return 'it is before any design'
  if (story.owes !== null && !['epoch', 'carried'].includes(record.type))
    return story.owes === 'epoch'
      ? 'the settings before it begin a new epoch, and the record of that is missing'
      : 'the settings before it change what counts are drawn by, and the record of that is missing'
  if (story.isRevealed && !['flag', 'unflag'].includes(record.type))
    return 'it follows the reveal, after which nothing is drawn'
  if (record.type !== 'names' && openNames !== undefined) return 'it has names beside its text, and hashes none'
  if (record.type !== 'list' && openList !== undefined)
    return 'it has the rows of a list beside its text, and no hash of one'
  return TELL[record.type](story, record, record.type === 'list' ? openList : openNames, coming)
}

const TELL = {
  settings: (story, { i, design }) => {
    const fault = designFault(design)
    if (fault !== null) return `its design ${fault}`
    const before = story.design
    if (before !== null && story.counter > 0) {
      if (design.method !== before.method) return 'its design changes the method after participants were drawn'
      if (idsOf(design.strata) !== idsOf(before.strata))
        return 'its design changes the strata after participants were drawn'
      if (!groupsOf(before).every((id) => groupsOf(design).includes(id)))
        return 'its design removes a study group after participants were drawn'
      story.notes.push(...lockedChanges(design, before).map((change) => `record ${i} ${change}`))
    }
    const owed = before === null ? null : afterChange(before, design)
    if (story.lists.length > 0 && owed !== null) return 'its design is not the one that the uploaded list was made for'
    story.owes = owed
    story.design = design
    return null
  },

  names: (story, record, openNames, coming) => {
    const hashed = [
      ...record.study_groups.map((one) => ({ kind: 'study_group', ...one })),
      ...record.sites.map((one) => ({ kind: 'site', ...one })),
    ]
    if (hashed.length === 0) return 'it names nothing'
    const groups = [story.design, coming].flatMap((design) => (design === null ? [] : groupsOf(design)))
    const stranger = record.study_groups.find(({ id }) => !groups.includes(id))
    if (stranger !== undefined) return `it names study group ${stranger.id}, which the design does not have`
    const isFirst = !story.hasNames
    story.hasNames = true
    for (const one of hashed) story.named.add(keyOf(one))
    if (story.nameKey === null)
      return openNames === undefined ? null : 'it has names in the clear, which cannot be checked without the seed'
    if (!isList(openNames, isOpenName) || openNames.length !== hashed.length)
      return 'the names behind its hashes are missing, or are not as many'
    const named = hashed.map(({ kind, id }, place) => ({ kind, id, ...withoutNull(openNames[place]) }))
    const other = named.findIndex((one, j) => nameHashOf(story.nameKey, record.i, j, one) !== hashed[j].hash)
    if (other !== -1) return `the name ${inWords(named[other])} is not the one behind its hash`
    const nameFault = isFirst || story.counter === 0 ? sharedName(named, formName) : takenName(story, named)
    for (const { kind, id, ...name } of named) {
      const key = keyOf({ kind, id })
      const earlier = story.counter === 0 ? [] : (story.names.get(key) ?? [])
      story.names.set(key, [...earlier, { ...name, from: record.i }])
    }
    return nameFault ?? null
  },

  list: (story, { number, hash }, openList) => {
    const { design } = story
    if (design.method !== 'list') return 'its design draws from no list'
    if (number <= (story.lists.at(-1) ?? 0)) return `list ${number} is not uploaded after the one before it`
    story.lists.push(number)
    if (story.drawKey === null)
      return openList === undefined ? null : 'it has rows in the clear, which are not shown before the reveal'
    if (!isOpenList(openList)) return 'the rows behind its hash are missing, or are no list'
    if (listHashOf(story.trialUuid, number, openList) !== hash) return 'its rows are not those behind its hash'
    if (String(openList.groups) !== String(design.cells.map(({ group_ids }) => group_ids)))
      return 'its rows stand for other study groups than those of the design'
    const odd = openList.strata.findIndex(({ cells, options, site }) => {
      const isOfSites = (site !== undefined) === (design.is_site_stratified === 1)
      const expected = design.is_stratified === 1 ? idsOf(design.strata) : ''
      const isOfStrata = String(options.map(({ stratum }) => stratum)) === expected
      return !isOfSites || !isOfStrata || !cells.every((cell) => design.cells[cell]?.weight > 0)
    })
    if (odd !== -1) return `the rows of stratum ${odd + 1} of its list do not go with the design`
    for (const { cells, options, site } of openList.strata) {
      const key = stratumKey(design, { epoch: story.epoch, site, options })
      const { rows, used } = story.states.get(key) ?? NO_ROWS
      story.states.set(key, { rows: [...rows, ...cells], used })
    }
    return null
  },

  epoch: (story, { epoch }) => {
    if (story.owes === null) return 'no change of settings calls for a new epoch here'
    if (epoch !== story.epoch + 1) return `it begins epoch ${epoch} after epoch ${story.epoch}`
    story.epoch = epoch
    story.owes = null
    return null
  },

  carried: (story, { epoch }) => {
    if (story.owes === null) return 'no change of settings before it leaves counts to be carried'
    if (story.owes === 'epoch') return 'it carries counts over settings that begin a new epoch'
    if (epoch !== story.epoch) return `it carries the counts of epoch ${epoch} in epoch ${story.epoch}`
    story.owes = null
    return null
  },

  allocation: (story, record) => {
    const { design, epoch } = story
    if (record.counter !== story.counter + 1)
      return `its counter is ${record.counter}, the next one is ${story.counter + 1}`
    if (record.epoch !== epoch) return `it says epoch ${record.epoch} in epoch ${epoch}`
    const shared = story.counter === 0 ? sharedName(presentNames(story), formName) : undefined
    if (design.method === 'list' && story.lists.length === 0) return 'no list is in force yet'
    const fault = optionsFault(design, record.options) ?? shared
    if (typeof fault === 'string') return fault
    const method = METHODS[design.method]
    const cell = design.cells[method.cellOf(design, record.arm)]
    if (cell === undefined || cell.weight === 0) return `its arm ${record.arm} cannot be drawn`
    if (String(cell.group_ids) !== String(record.groups))
      return `it says group ${record.groups.join(' and ')}, but arm ${record.arm} is group ${cell.group_ids.join(' and ')}`
    return story.drawKey === null ? recordWithoutDraw(story, record) : drawAgain(story, record)
  },

  flag: (story, record) => tellFlag(story, record),
  unflag: (story, record) => tellFlag(story, record),

  reopening: (story, { i, number, drawn }) => {
    const next = story.reopenings.length + 1
    if (number !== next) return `it says re-opening ${number}, the next one is ${next}`
    if (drawn !== story.counter) return `it says that ${drawn} were drawn before it, and ${story.counter} were`
    story.reopenings.push({ i, drawn })
    return null
  },

  reveal: (story) => {
    story.isRevealed = true
    return null
  },
}

/**
 * The changes of a design that the portal locks at the first participant. An earlier version did not lock them, so they
 * are reported and are no fault.
 */
const lockedChanges = (design, before) => [
  ...(design.exclude_flagged_participants === before.exclude_flagged_participants
    ? []
    : ['switches whether flagged participants leave the counts']),
  ...(canonical(design.strata) === canonical(before.strata) ? [] : ['changes the options of a stratum']),
]

/** The design of the settings that follow record `place`, with nothing but names between; null where none follow. */
const designBehindNames = (records, place) => {
  const isNoName = (entry) => recordOfText(entry?.record)?.type !== 'names'
  const design = recordOfText(records.slice(place + 1).find(isNoName)?.record)?.design
  const isCell = (cell) => isObject(cell) && Array.isArray(cell.group_ids)
  return isObject(design) && isList(design.cells, isCell) ? design : null
}

/**
 * The fault of a name that another group or site of the kind has, had since the first draw, or gets by the same record:
 * a record under it could be read as one of the other. Undefined where there is none. A group that the design does not
 * have was removed before the first draw.
 */
const takenName = (story, named) => {
  const owned = [...storedNames(story), ...named].flatMap((one) =>
    textsOf(one).map((text) => ({ kind: one.kind, id: one.id, text: comparableName(text) })),
  )
  for (const { kind, id, name, label } of named) {
    const own = story.names.get(keyOf({ kind, id }))?.at(-1)
    const fresh = [name, label].filter((text, at) => text !== undefined && text !== [own?.name, own?.label][at])
    for (const text of fresh) {
      const comparable = comparableName(text)
      const other = owned.find((one) => one.kind === kind && one.id !== id && one.text === comparable)
      if (other !== undefined)
        return `it gives ${KINDS[kind]} ${id} the name ${JSON.stringify(text)}, which ${KINDS[kind]} ${other.id} has or had`
    }
  }
  return undefined
}

/** Which two study groups, or sites, of a list have one name by this comparison; undefined where none do. */
const sharedName = (named, comparable) => {
  for (const [place, one] of named.entries()) {
    const twin = named
      .slice(0, place)
      .find(({ kind, name }) => kind === one.kind && comparable(name) === comparable(one.name))
    if (twin !== undefined)
      return `${KINDS[one.kind]} ${twin.id} and ${KINDS[one.kind]} ${one.id} have one name, ${JSON.stringify(twin.name)} and ${JSON.stringify(one.name)}`
  }
  return undefined
}

/** As the portal's form compares names before the first participant. */
const formName = (name) => name.trim().toLowerCase()

/**
 * As the portal compares them after it: without letter case, spaces, invisible characters, kinds of dashes and Unicode forms. NFKC and
 * the properties are those of Unicode (UAX 15, UAX 44).
 */
const comparableName = (name) =>
  name
    .normalize('NFKC')
    .replaceAll(/[\p{White_Space}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replaceAll(/\p{Dash_Punctuation}/gu, '-')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')

/** Every name of what is in the trial since the first draw, each with kind and id. */
const storedNames = (story) =>
  [...story.names].flatMap(([key, all]) => {
    const [kind, id] = key.split(' ')
    return isInTrial(story, key) ? all.map((names) => ({ ...names, kind, id: Number(id) })) : []
  })

/** The last name of each. */
const presentNames = (story) => storedNames(story).filter((one) => story.names.get(keyOf(one)).at(-1).from === one.from)

const keyOf = ({ kind, id }) => `${kind} ${id}`
const textsOf = ({ name, label }) => [name, label].filter((text) => text !== undefined)

const isInTrial = ({ design }, key) => {
  const [kind, id] = key.split(' ')
  return kind === 'site' || groupsOf(design).includes(Number(id))
}

const KINDS = { study_group: 'study group', site: 'site' }
const inWords = ({ kind, id, name }) => `${JSON.stringify(name)} of ${KINDS[kind]} ${id}`
const withoutNull = ({ name, label }) => (label === null ? { name } : { name, label })

/** The design with the weights of the participant's option, where the ratio differs by the option of a stratum. */
const designAt = (design, options) => {
  if (design.ratios === undefined) return design
  const { option } = options.find(({ stratum }) => stratum === design.ratios.stratum)
  return withRatio(design, design.ratios.options.find((ratio) => ratio.option === option).weights)
}

const withRatio = ({ ratios: _ratios, ...design }, weights) => ({
  ...design,
  cells: design.cells.map(({ group_ids }, k) => ({ group_ids, weight: weights[k] })),
})

/** The design at each option by which the ratio differs; else the design alone. */
const designsOfRatios = (design) =>
  design.ratios === undefined ? [design] : design.ratios.options.map(({ weights }) => withRatio(design, weights))

/** Draws a record's allocation again, from the words of its counter and the state left by the draws before. */
const drawAgain = (story, record) => {
  const design = designAt(story.design, record.options)
  const method = METHODS[design.method]
  const keys = method.keys(design, record)
  const chance = chanceOf(story.drawKey, record.counter)
  const { arm, left, position } = method.draw(
    design,
    keys.map((key) => story.states.get(key)),
    chance,
  )
  if (arm === undefined) return 'its stratum has no row left on the list'
  if (position !== record.position)
    return `it says row ${record.position} of its stratum, and the next one is ${position}`
  if (arm !== record.arm) {
    if (design.method === 'list') return `row ${position} of its stratum is arm ${arm}; it says arm ${record.arm}`
    const groups = design.cells[method.cellOf(design, arm)].group_ids
    return `the words draw arm ${arm}, group ${groups.join(' and ')}; it says arm ${record.arm}, group ${record.groups.join(' and ')}`
  }
  for (const [place, key] of keys.entries()) story.states.set(key, left[place])
  story.drawn.set(record.counter, { design, weights: chance.picked() })
  remember(story, record, keys)
  return null
}

/** Without the seed: what the record says is taken as drawn. */
const recordWithoutDraw = (story, record) => {
  const keys = METHODS[story.design.method].keys(story.design, record)
  if (story.design.method === 'list') {
    // The rows are not known yet, but how many of a stratum were used is.
    const [key] = keys
    const { used } = story.states.get(key) ?? NO_ROWS
    if (record.position !== used + 1)
      return `it says row ${record.position} of its stratum, and the next one is ${used + 1}`
    story.states.set(key, { rows: [], used: used + 1 })
  }
  remember(story, record, keys)
  return null
}

const remember = (story, { counter, epoch, arm, groups, site }, keys) => {
  story.counter = counter
  const namesThen = (kind, ids) => ids.map((id) => story.names.get(keyOf({ kind, id }))?.at(-1)?.name)
  const of = [...groups.map((id) => keyOf({ kind: 'study_group', id })), keyOf({ kind: 'site', id: site })]
  const isNamed = of.every((key) => story.named.has(key))
  story.namedThen.set(counter, {
    groups: namesThen('study_group', groups),
    sites: namesThen('site', [site]),
    of,
    isNamed,
  })
  story.participants.set(counter, { epoch, arm, keys, isFlagged: false, isCountedOut: false })
}

/**
 * A flag, or its lifting. Where the trial leaves flagged participants out, the counts of a method that draws by them follow flags
 * of level 3 and above in the epoch of the draw; a block's slot is never given back.
 */
const tellFlag = (story, { type, counter, level, steers }) => {
  const participant = story.participants.get(counter)
  if (participant === undefined) return `no one was drawn at counter ${counter}`
  const isFlag = type === 'flag'
  if (participant.isFlagged === isFlag) return `the participant of counter ${counter} was in that flag state already`
  participant.isFlagged = isFlag
  const movesCounts =
    LEVEL_THAT_STEERS <= level && COUNTING.includes(story.design.method) && participant.epoch === story.epoch
  const isOut = movesCounts ? isFlag && story.design.exclude_flagged_participants === 1 : participant.isCountedOut
  const moves = isOut !== participant.isCountedOut
  if (steers !== Number(moves))
    return `by the rules it ${moves ? 'moves' : 'does not move'} the counts; it says otherwise`
  participant.isCountedOut = isOut
  if (!moves || story.drawKey === null) return null
  for (const key of participant.keys)
    story.states.set(key, plus(story.states.get(key), participant.arm, isOut ? -1 : 1))
  return null
}

/* ---- What each record may look like ------------------------------------------------------------------------------------ */

const isWhole = (value, least = 0) => Number.isSafeInteger(value) && value >= least
const isList = (value, holds) => Array.isArray(value) && value.every(holds)
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)
const hasFields = (value, names) =>
  isObject(value) && Object.keys(value).length === names.length && names.every((name) => Object.hasOwn(value, name))
const isBit = (value) => value === 0 || value === 1
const ascends = (ids) => ids.every((id, place) => place === 0 || id > ids[place - 1])
const idsOf = (strata) => String(strata.map(({ id }) => id))
const groupsOf = (design) => design.cells.flatMap(({ group_ids }) => group_ids)

const isOpenName = (value) =>
  hasFields(value, ['label', 'name']) &&
  typeof value.name === 'string' &&
  (value.label === null || typeof value.label === 'string')
const isHashed = (value) =>
  isList(value, (one) => hasFields(one, ['hash', 'id']) && isDigest(one.hash) && isWhole(one.id, 1)) &&
  ascends(value.map(({ id }) => id))

const isOpenList = (value) =>
  hasFields(value, ['groups', 'salt_hex', 'strata']) &&
  isDigest(value.salt_hex) &&
  isList(value.groups, (ids) => isList(ids, (id) => isWhole(id, 1))) &&
  isList(
    value.strata,
    (stratum) =>
      hasFields(stratum, [
        'cells',
        'options',
        ...(isObject(stratum) && Object.hasOwn(stratum, 'site') ? ['site'] : []),
      ]) &&
      isList(stratum.cells, (cell) => isWhole(cell)) &&
      SHAPES.options(stratum.options) &&
      (stratum.site === undefined || isWhole(stratum.site, 1)),
  )

const SHAPES = {
  at: (value) => typeof value === 'string' && isTime(value),
  type: (value) => Object.hasOwn(FIELDS, value),
  i: (value) => isWhole(value, 1),
  design: isObject,
  epoch: (value) => isWhole(value, 1),
  counter: (value) => isWhole(value, 1),
  number: (value) => isWhole(value, 1),
  position: (value) => isWhole(value, 1),
  hash: (value) => isDigest(value),
  level: (value) => isWhole(value, 1),
  drawn: (value) => isWhole(value),
  steers: isBit,
  site: (value) => isWhole(value, 1),
  arm: (value) => isWhole(value),
  study_groups: isHashed,
  sites: isHashed,
  groups: (value) => isList(value, (id) => isWhole(id, 1)),
  options: (value) =>
    isList(value, (one) => hasFields(one, ['option', 'stratum']) && isWhole(one.option, 1) && isWhole(one.stratum, 1)),
}

/** A time is written in one way only; the 31st of February is none. */
const isTime = (text) => {
  const time = new Date(text)
  return text.length === 24 && !Number.isNaN(time.getTime()) && time.toISOString() === text
}

const shapeFault = (record, design) => {
  if (!isObject(record) || !Object.hasOwn(FIELDS, record.type)) return 'its type is not one that a ledger has'
  const isFromList = record.type === 'allocation' && design?.method === 'list'
  const names = isFromList ? [...FIELDS.allocation, 'position'] : FIELDS[record.type]
  const missing = names.find((name) => !Object.hasOwn(record, name))
  if (missing !== undefined) return `it has no ${missing}`
  const unknown = Object.keys(record).find((name) => !names.includes(name))
  if (unknown !== undefined) return `it has a field ${unknown} that such a record does not have`
  const odd = names.find((name) => !SHAPES[name](record[name]))
  return odd === undefined ? null : `its ${odd} is not what such a record may say`
}

const optionsFault = (design, options) => {
  const isComplete = String(options.map(({ stratum }) => stratum)) === idsOf(design.strata)
  if (!isComplete) return 'its options are not one for each stratum, in order'
  const odd = options.find(
    ({ stratum, option }) => !design.strata.find(({ id }) => id === stratum).option_ids.includes(option),
  )
  return odd === undefined ? null : `its option ${odd.option} is not one of stratum ${odd.stratum}`
}

const BASE_FIELDS = ['cells', 'exclude_flagged_participants', 'is_site_stratified', 'is_stratified', 'method', 'strata']
const METHOD_FIELDS = {
  standard: [],
  blocked: ['block_size_max', 'block_size_min'],
  urn: ['urn_alpha', 'urn_beta', 'urn_initial'],
  minimisation: ['factors', 'minimisation_measure', 'minimisation_probability'],
  big_stick: ['big_stick_limit'],
  biased_coin: ['biased_coin_chance', 'biased_coin_limit', 'biased_coin_out_of'],
  efron: ['efron_chance', 'efron_out_of'],
  maximal: ['maximal_length', 'maximal_limit'],
  chosen_blocks: ['chosen_block_sizes'],
  list: [],
}

/** What a design of a method may have besides. */
const RATIOS = ['ratios']
const OPTIONAL_FIELDS = {
  standard: RATIOS,
  blocked: RATIOS,
  chosen_blocks: RATIOS,
  urn: RATIOS,
  minimisation: ['minimisation_out_of'],
}

/** Why no trial can be run by this design, or null. */
const designFault = (design) => {
  if (!Object.hasOwn(METHOD_FIELDS, design.method)) return 'names a method that does not exist'
  const optional = (OPTIONAL_FIELDS[design.method] ?? []).filter((name) => Object.hasOwn(design, name))
  if (!hasFields(design, [...BASE_FIELDS, ...METHOD_FIELDS[design.method], ...optional]))
    return 'has a field too many or too few'
  const isCell = (cell) =>
    hasFields(cell, ['group_ids', 'weight']) && isList(cell.group_ids, (id) => isWhole(id, 1)) && isWhole(cell.weight)
  if (!isList(design.cells, isCell) || !areOfOneKind(design.cells)) return 'has invalid cells, or cells out of order'
  const S = totalWeight(design)
  if (S < 1 || S > 60 || weightsOf(design).reduce(gcd, 0) !== 1)
    return 'has weights that are not reduced, or not between 1 and 60'
  if (![design.is_stratified, design.is_site_stratified, design.exclude_flagged_participants].every(isBit))
    return 'has a switch that is neither 0 nor 1'
  const isStratum = (stratum) =>
    hasFields(stratum, ['id', 'option_ids']) &&
    isWhole(stratum.id, 1) &&
    isList(stratum.option_ids, (id) => isWhole(id, 1)) &&
    ascends(stratum.option_ids)
  if (!isList(design.strata, isStratum) || !ascends(design.strata.map(({ id }) => id)))
    return 'has invalid strata, or strata out of order'
  return (
    ratiosFault(design) ??
    designsOfRatios(design)
      .map((one) => METHOD_FAULT[one.method](one, totalWeight(one)))
      .find((fault) => fault !== null) ??
    null
  )
}

/** Why the ratio cannot differ as a design says, or null. Its cells have the weights 1 and 0 then, for open and closed. */
const ratiosFault = ({ ratios, method, strata, cells, is_stratified }) => {
  if (ratios === undefined) return null
  const isRatio = (ratio) =>
    hasFields(ratio, ['option', 'weights']) &&
    isWhole(ratio.option, 1) &&
    isList(ratio.weights, (weight) => isWhole(weight)) &&
    ratio.weights.length === cells.length
  if (!hasFields(ratios, ['options', 'stratum']) || !isList(ratios.options, isRatio)) return 'has invalid ratios'
  const stratum = strata.find(({ id }) => id === ratios.stratum)
  if (stratum === undefined || String(ratios.options.map(({ option }) => option)) !== String(stratum.option_ids))
    return 'has ratios that are not one for each option of a stratum'
  if (method !== 'standard' && is_stratified !== 1) return 'has ratios, and is not stratified'
  const isOfCells = ({ weights }) => weights.every((weight, k) => cells[k].weight === Math.min(weight, 1))
  if (!ratios.options.every(isOfCells)) return 'has ratios that do not go with its cells'
  const isReduced = ({ weights }) =>
    weights.reduce(gcd, 0) === 1 && weights.reduce((total, weight) => total + weight, 0) <= 60
  if (!ratios.options.every(isReduced)) return 'has ratios that are not reduced, or above 60'
  const texts = new Set(ratios.options.map(({ weights }) => String(weights)))
  return texts.size === 1 ? 'has the same ratio at every option' : null
}

const METHOD_FAULT = {
  standard: () => null,
  list: () => null,
  blocked: ({ block_size_min: min, block_size_max: max }, S) =>
    isWhole(min, 1) && isWhole(max, min) && Math.floor(max / S) * S >= min
      ? null
      : 'has no block size that fits the groups',
  urn: (design) =>
    isWhole(design.urn_initial, 1) && isWhole(design.urn_alpha) && isWhole(design.urn_beta)
      ? null
      : 'has an invalid urn',
  minimisation: (design, S) => {
    const {
      minimisation_measure: measure,
      minimisation_probability: p,
      minimisation_out_of: outOf = 100,
      factors,
    } = design
    if (!Object.hasOwn(IMBALANCE, measure)) return 'measures imbalance in an unknown way'
    const isPercent = !Object.hasOwn(design, 'minimisation_out_of')
    if (!isPercent && (!isWhole(p, 1) || !isWhole(outOf, 1) || gcd(p, outOf) !== 1 || 100 % outOf === 0))
      return 'has a fraction that is not in lowest terms, or is a whole percent'
    if (!isWhole(p, 1) || p > outOf || BigInt(p) * BigInt(S) <= BigInt(outOf) * BigInt(S - 1))
      return 'has a probability at which the rest could beat the best arm'
    const isFactor = (factor) => hasFields(factor, ['of', 'weight']) && isWhole(factor.weight, 1)
    const named = [
      ...(design.is_stratified === 1 ? design.strata.map(({ id }) => id) : []),
      ...(design.is_site_stratified === 1 ? ['site'] : []),
    ]
    const expected = named.length === 0 ? ['trial'] : named
    return isList(factors, isFactor) && String(factors.map(({ of }) => of)) === String(expected)
      ? null
      : 'has factors that are not those of its stratification'
  },
  big_stick: (design) => pairFault(design) ?? (isWhole(design.big_stick_limit, 1) ? null : 'has an invalid limit'),
  biased_coin: (design) =>
    pairFault(design) ??
    (isWhole(design.biased_coin_limit, 1) ? null : 'has an invalid limit') ??
    coinFault(design.biased_coin_chance, design.biased_coin_out_of),
  efron: (design) => pairFault(design) ?? coinFault(design.efron_chance, design.efron_out_of),
  maximal: (design) =>
    pairFault(design) ??
    (isWhole(design.maximal_limit, 1) ? null : 'has an invalid limit') ??
    (isWhole(design.maximal_length, 2) && design.maximal_length % 2 === 0 && design.maximal_length <= 50
      ? null
      : 'has a sequence that is not of an even length up to 50'),
  chosen_blocks: ({ chosen_block_sizes: text }, S) => {
    if (typeof text !== 'string' || !/^[1-9]\d*:[1-9]\d*(,[1-9]\d*:[1-9]\d*)*$/.test(text))
      return 'has no list of block sizes'
    const sizes = chosenSizes(text)
    if (!sizes.flat().every((number) => isWhole(number, 1)) || !ascends(sizes.map(([size]) => size)))
      return 'has block sizes out of order'
    if (sizes.map(([, odds]) => odds).reduce(gcd, 0) !== 1) return 'has chances of block sizes that are not reduced'
    return sizes.every(([size]) => size % S === 0) ? null : 'has a block size that does not fit the groups'
  },
}

/** Above a half and below 1. */
const coinFault = (chance, outOf) =>
  isWhole(chance, 1) && isWhole(outOf, 1) && chance < outOf && chance > outOf - chance
    ? null
    : 'has a coin that is fair, certain or against the group behind'

/** A method that looks at a difference draws between two open cells of equal weight; reduced, that is 1 : 1. */
const pairFault = (design) =>
  String(weightsOf(design).filter((weight) => weight > 0)) === '1,1' ? null : 'has not two open groups of equal weight'

/** Each cell has one group, or each has one of either factor; in order of the first group, then of the second. */
const areOfOneKind = (cells) =>
  cells.every(({ group_ids: [first, second, more] }, place) => {
    if (first === undefined || more !== undefined) return false
    if (place === 0) return true
    const [firstBefore, secondBefore] = cells[place - 1].group_ids
    if ((second === undefined) !== (secondBefore === undefined)) return false
    return first > firstBefore || (first === firstBefore && second > secondBefore)
  })

/**
 * The parts of a design whose change begins a new epoch: groups, weights, block sizes, a stratification switch,
 * settings of a method; not options that decide no ratio, and not whether flagged participants are left out.
 */
const epochSettings = ({ strata: _strata, exclude_flagged_participants: _flagged, ...rest }) => canonical(rest)

/**
 * Counts go on over a change that leaves the ratio and the keys alone: of the settings of a method that counts, or of bounds that allow
 * the same block sizes. Any other change of what begins an epoch begins one.
 */
const afterChange = (before, design) => {
  if (epochSettings(design) === epochSettings(before)) return null
  if (ratioAndKeys(design) !== ratioAndKeys(before)) return 'epoch'
  return COUNTING.includes(design.method) || (design.method === 'blocked' && sizesOf(design) === sizesOf(before))
    ? 'carried'
    : 'epoch'
}

const ratioAndKeys = ({ method, cells, ratios = {}, is_stratified, is_site_stratified, factors = [] }) =>
  canonical({ method, cells, ratios, is_stratified, is_site_stratified, factors: factors.map(({ of }) => of) })

/** The fewest and the most rounds of the weights that a block can have, at every option where the ratio differs by one. */
const sizesOf = (design) =>
  designsOfRatios(design)
    .map((one) => {
      const S = totalWeight(one)
      return `${Math.ceil(one.block_size_min / S)} to ${Math.floor(one.block_size_max / S)}`
    })
    .join(', ')

/* ---------------------------------------------------------------------------------------------------------------------------
 * 6. The ledger as a whole
 * ------------------------------------------------------------------------------------------------------------------------ */

const isDigest = (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)

/** The first fault of the ledger, or null; `right` is how many records were found right. */
const verify = (ledger) => {
  const top = topFault(ledger)
  if (top !== null) return { fault: top, right: 0 }
  const { records, commitment, seed_hex: seedHex } = ledger
  const keys = seedHex === null ? null : keysOf(ledger.trial_uuid, ledger.nonce_hex, bytes(seedHex))
  const promise = keys === null ? null : commitmentFault(ledger)
  if (promise !== null) return { fault: promise, right: 0 }
  if (keys !== null && isOfAnotherNonce(ledger, keys.salt)) {
    const others = records.length === 1 ? ', or the text of record 1' : ''
    const fault = `the nonce${others}: no leaf follows from the seed with this nonce_hex, while leaves and heads fit each other`
    return { fault, right: 0 }
  }

  const story = newStory(keys, ledger.trial_uuid)
  let head = null
  for (const [place, entry] of records.entries()) {
    const i = place + 1
    const read = readEntry(entry, i)
    if (read.fault !== undefined) return { fault: read.fault, right: place }
    const { record } = read
    const begun = head ?? (isObject(record.design) ? genesisOf(commitment, record.design) : '')
    const chained = chainFault(entry, i, begun, keys?.salt ?? null)
    if (i === 1 && begun !== ledger.genesis) return { fault: genesisFault(chained), right: 0 }
    const coming = record.type === 'names' ? designBehindNames(records, place) : null
    const recordFault = chained?.isText === false ? null : tell(story, record, entry, coming)
    const faults = [chained?.says, recordFault].filter((one) => typeof one === 'string')
    if (faults.length > 0) return { fault: `record ${i}: ${faults.join('; ')}`, right: place }
    head = entry.head
  }
  if (ledger.length !== records.length) {
    const fault =
      ledger.length > records.length
        ? `record ${records.length + 1} is missing: the ledger says that it has ${ledger.length} records`
        : `record ${records.length} is one too many: the ledger says that it has ${ledger.length} records`
    return { fault, right: records.length }
  }
  if (story.owes !== null) {
    const fault =
      story.owes === 'epoch'
        ? `record ${records.length + 1} is missing: the settings before it begin a new epoch`
        : `record ${records.length + 1} is missing: it says whether the counts are carried under the settings before it`
    return { fault, right: records.length }
  }
  if (head !== ledger.head)
    return { fault: 'the head of the ledger: it is not that of its last record', right: records.length }
  return { fault: null, right: records.length, story }
}

const TOP_FIELDS = [
  'commitment',
  'construction',
  'genesis',
  'head',
  'length',
  'nonce_hex',
  'records',
  'seed_hex',
  'title',
  'trial_id',
  'trial_uuid',
]
const ENTRY_FIELDS = ['head', 'i', 'leaf', 'list', 'names', 'record']

const unknownField = (value, names) => Object.keys(value).find((name) => !names.includes(name))

const topFault = (ledger) => {
  const unknown = unknownField(ledger, TOP_FIELDS)
  if (unknown !== undefined) return `the field ${JSON.stringify(unknown)}: a ledger does not have it`
  if (!isWhole(ledger.trial_id, 1)) return 'the trial_id: it is not a whole number from 1'
  if (typeof ledger.title !== 'string') return 'the title: it is not text'
  if (!isDigest(ledger.commitment)) return 'the commitment: it is not 64 hexadecimal digits'
  if (typeof ledger.trial_uuid !== 'string') return 'the trial_uuid: it is missing'
  if (ledger.seed_hex !== null && !isDigest(ledger.seed_hex))
    return 'the seed: it is neither null nor 64 hexadecimal digits'
  if (ledger.nonce_hex !== null && !/^([0-9a-f]{2}){8,64}$/i.test(ledger.nonce_hex))
    return 'the nonce: it is neither null nor 16 to 128 hexadecimal digits'
  if (!isWhole(ledger.length)) return 'the length: it is not a whole number'
  if (ledger.records.length === 0 && ledger.genesis !== null)
    return 'record 1 is missing: the ledger has a genesis and no record'
  return null
}

/** The fault of a seed and a commitment that differ: the genesis tells with which of them the chain began. */
const commitmentFault = ({ trial_uuid, seed_hex, commitment, genesis, records }) => {
  const computed = commitmentOf(trial_uuid, bytes(seed_hex))
  if (computed === commitment) return null
  const says = 'it is not H("RCT-ALLOC-1|commit|" trial_uuid "|" seed)'
  const design = designOfText(records[0]?.record)
  if (design !== null && genesis === genesisOf(computed, design))
    return `the commitment: ${says}; the chain began with the one that the seed gives`
  if (design !== null && genesis === genesisOf(commitment, design))
    return `the seed or the trial_uuid: the commitment, with which the chain began, is not theirs`
  return `the commitment, the seed or the trial_uuid: ${says}`
}

const designOfText = (text) => {
  const design = parsed(text)?.design
  return isObject(design) ? design : null
}

/** Another nonce gives other salts: then no leaf at all follows, while leaves and heads still fit each other. */
const isOfAnotherNonce = ({ commitment, genesis, records }, saltKey) => {
  const isLink = (entry) => isObject(entry) && isWhole(entry.i) && isDigest(entry.leaf) && isDigest(entry.head)
  const first = records.length > 0 && isList(records, isLink) ? designOfText(records[0].record) : null
  return (
    first !== null &&
    genesis === genesisOf(commitment, first) &&
    records.every(({ leaf, head }, place) => head === headOf(place === 0 ? genesis : records[place - 1].head, leaf)) &&
    records.every(({ i, record, leaf }) => leaf !== leafOf(saltKey, i, String(record)))
  )
}

/** The first field of an entry that none has, or null. */
const entryFault = (entries) => {
  const place = entries.findIndex((entry) => unknownField(entry, ENTRY_FIELDS) !== undefined)
  if (place === -1) return null
  return `record ${place + 1}: it has a field ${JSON.stringify(unknownField(entries[place], ENTRY_FIELDS))} beside its text, leaf and head`
}

/** One entry of the file: numbered in turn, and its text the one text of a record with that number. */
const readEntry = (entry, i) => {
  if (!isObject(entry) || !isWhole(entry.i)) return { fault: `record ${i}: it is not a record with a number` }
  if (entry.i > i) return { fault: `record ${i} is missing: record ${entry.i} is in its place` }
  if (entry.i < i) return { fault: `record ${i}: a record numbered ${entry.i} is in its place` }
  const unknown = unknownField(entry, ENTRY_FIELDS)
  if (unknown !== undefined)
    return { fault: `record ${i}: it has a field ${JSON.stringify(unknown)} beside its text, leaf and head` }
  if (!isDigest(entry.leaf)) return { fault: `record ${i}: its leaf is not 64 hexadecimal digits` }
  if (!isDigest(entry.head)) return { fault: `record ${i}: its head is not 64 hexadecimal digits` }
  const record = recordOfText(entry.record)
  if (record === null) return { fault: `record ${i}: its text is not the canonical JSON of a record` }
  if (record.i !== i) return { fault: `record ${i}: its text says that it is record ${record.i}` }
  return { record }
}

const recordOfText = (text) => {
  const record = parsed(text)
  return isObject(record) && canonical(record) === text ? record : null
}

const parsed = (text) => {
  try {
    return JSON.parse(text)
  } catch {
    // Neither a ledger nor a record, since it is not JSON; the caller reports it.
    return null
  }
}

/** Whether text, leaf and head of a record belong together, and which of them does not; `isText` where it is the text. */
const chainFault = ({ record, leaf, head }, i, before, saltKey) => {
  const isChained = head === headOf(before, leaf)
  if (saltKey === null) {
    return isChained
      ? null
      : { isText: false, says: 'its leaf or its head: the head does not follow from the head before and the leaf' }
  }
  const ofText = leafOf(saltKey, i, record)
  if (leaf === ofText) {
    return isChained ? null : { isText: false, says: 'its head does not follow from the head before and its leaf' }
  }
  if (head === headOf(before, ofText))
    return { isText: false, says: 'its leaf is not that of its text; text and head belong together' }
  if (isChained)
    return { isText: true, says: 'its text is not the one that was chained; leaf and head belong together' }
  return { isText: true, says: 'its text, its leaf and its head do not belong together' }
}

/** The chain does not begin where the file says. If record 1 is chained to what commitment and design give, the genesis is wrong. */
const genesisFault = (chained) =>
  chained === null
    ? 'the genesis: it is not H("RCT-ALLOC-1|genesis|" commitment H(design at Start))'
    : `record 1: its design, or the commitment, is not the one with which the chain began${chained.isText ? `; ${chained.says}` : ''}`

/* ---------------------------------------------------------------------------------------------------------------------------
 * 7. What is compared with the ledger from outside. Each answers what differs, or null.
 * ------------------------------------------------------------------------------------------------------------------------ */

const commitmentDifference = (ledger, expected) =>
  ledger.commitment === expected ? null : 'the commitment: it is not the one that was given to compare'

const headDifference = (ledger, expected) =>
  ledger.records.some(({ head }) => head === expected) ? null : 'the head that was given: no record has it'

/** An earlier export must be a beginning of this ledger: the same promise, and record by record the same text and head. */
const earlierDifference = (ledger, earlier) => {
  const other = ['trial_uuid', 'commitment'].find((field) => ledger[field] !== earlier[field])
  if (other !== undefined) return `the ${other}: the earlier export has another`
  if (earlier.records.length > 0 && earlier.nonce_hex !== ledger.nonce_hex)
    return 'the nonce: the earlier export has another'
  if (earlier.records.length > 0 && earlier.genesis !== ledger.genesis)
    return 'the genesis: the earlier export has another'
  const place = earlier.records.findIndex(
    ({ record, leaf, head }, at) =>
      record !== ledger.records[at]?.record || leaf !== ledger.records[at].leaf || head !== ledger.records[at].head,
  )
  if (place === -1) return null
  return ledger.records[place] === undefined
    ? `record ${place + 1} is missing: the earlier export has ${earlier.records.length} records`
    : `record ${place + 1}: the earlier export has another`
}

const NUMBER = 'Sequence number'
const GROUP = 'Study group'
const SITE = 'Site'

/** Participants and allocations must be the same ones, and a name stand for one group, or one site, wherever it occurs. */
const participantsDifference = (allocations, rows, story) => {
  const numbers = new Set()
  const meanings = new Map()
  for (const row of rows) {
    const number = row[NUMBER]
    const allocation = /^[1-9]\d*$/.test(number) ? allocations[Number(number) - 1] : undefined
    if (allocation === undefined)
      return `the participant ${JSON.stringify(number)} of the list: no one was drawn with this number`
    if (numbers.has(number)) return `participant ${number}: the list has this participant twice`
    numbers.add(number)
    const then = story.namedThen.get(allocation.counter)
    const compared = [
      [GROUP, row[GROUP], allocation.groups.join(' and '), [allocation.groups, 'study_group', then.groups]],
    ]
    if (row[SITE] !== undefined)
      compared.push([SITE, row[SITE], String(allocation.site), [[allocation.site], 'site', then.sites]])
    for (const [column, text, id, naming] of compared) {
      const recorded = nameDifference(story, text, ...naming)
      if (recorded !== null)
        return `participant ${number}: the list says ${column.toLowerCase()} ${JSON.stringify(text)} and the ledger ${recorded}`
      const [ids, kind] = naming
      const present = namesNow(story, ids, kind)
      const name = present?.join(' + ') ?? unrecordedName(text, ids.length)
      if (name === null) continue
      const isCompared = present !== null
      for (const [key, meaning] of [
        [`${column} named ${undefused(name)}`, id],
        [`${column} with ID ${id}`, undefused(name)],
      ]) {
        const first = meanings.get(key) ?? { meaning, number, isCompared }
        meanings.set(key, first)
        // Two names that were compared with the ledger mean what it says, also where both look the same once joined.
        if (first.meaning !== meaning && !(isCompared && first.isCompared))
          return `participant ${number}: the list says ${column.toLowerCase()} ${JSON.stringify(text)} and the ledger ${id}; that does not fit participant ${first.number}`
      }
    }
  }
  const absent = allocations.find(({ counter }) => !numbers.has(String(counter)))
  return absent === undefined ? null : `participant ${absent.counter}: the list does not have this participant`
}

/**
 * The recorded names of groups or a site where a list has others, or null. Where none was recorded at the draw, the
 * present name alone is compared, and nothing where none was ever recorded.
 */
const nameDifference = (story, text, ids, kind, then) => {
  const present = namesNow(story, ids, kind)
  if (present === null) return null
  if (then.includes(undefined)) return hasNames(text, present) ? null : JSON.stringify(present.join(' + '))
  const shown = then.map((name, at) => (name === present[at] ? name : `${name} (now ${present[at]})`)).join(' + ')
  return undefused(text) === undefused(shown) ? null : JSON.stringify(shown)
}

/** The names last recorded for these groups, or this site; null where one of them has none. */
const namesNow = (story, ids, kind) => {
  const names = ids.map((id) => story.names.get(keyOf({ kind, id }))?.at(-1)?.name)
  return names.includes(undefined) ? null : names
}

/** Which of the list's names no recorded one could be compared with, in words. */
const uncomparedNames = (story, allocations, rows) => {
  const hasSites = rows.some((row) => row[SITE] !== undefined)
  const cells = allocations.flatMap(({ groups, site }) => [
    groups.every((id) => story.names.has(keyOf({ kind: 'study_group', id }))),
    ...(hasSites ? [story.names.has(keyOf({ kind: 'site', id: site }))] : []),
  ])
  if (!cells.includes(false)) return ''
  return cells.includes(true) ? ' (not every name compared)' : ' (names not compared)'
}

/** A CSV file leads with an apostrophe what a spreadsheet would run as a formula. */
const undefused = (text) => text.replaceAll(/'(?=\s*[=+\-@＝＋－＠])/g, '')

/**
 * Whether a text shows these present names, each perhaps behind the name of an earlier time: "Old (now New)". A name may have " + "
 * itself, so that any of them may be the one between two groups.
 */
const hasNames = (text, [name, ...others]) => {
  if (others.length === 0) {
    const [shown, present] = [undefused(text), undefused(name)]
    return shown === present || shown.endsWith(` (now ${present})`)
  }
  return text
    .split(' + ')
    .some(
      (_, at, parts) =>
        hasNames(parts.slice(0, at + 1).join(' + '), [name]) && hasNames(parts.slice(at + 1).join(' + '), others),
    )
}

/**
 * The present name in a text of a group, of the two of a factorial trial, or of a site, whose names the ledger does not have; null where
 * it is not known which of the " + " is the one between the groups.
 */
const unrecordedName = (text, groups) => {
  const presentOf = (name) => /^.* \(now (.*)\)$/.exec(name)?.[1] ?? name
  if (groups === 1) return presentOf(text)
  const parts = text.split(' + ')
  if (parts.length === groups) return parts.map(presentOf).join(' + ')
  return text.includes(' (now ') ? null : text
}

/** Columns by which an analysis file is known; a list of participants has none of them. */
const ANALYSIS = ['sequence_no', 'ledger_length', 'ledger_head']

/**
 * An analysis file must be of a beginning of this ledger, have each of its draws once, and say of each what the ledger says: site, epoch,
 * arm, groups, options, time and flags; with the seed also the chance of every group; and the names as far as they are recorded.
 */
const analysisDifference = (ledger, rows, story) => {
  const [first] = rows
  const length = Number(first?.ledger_length ?? 0)
  const odd = rows.find((row) => ANALYSIS.slice(1).some((field) => row[field] !== first[field]))
  if (odd !== undefined) return `participant ${odd.sequence_no}: the analysis file has another head in this row`
  if (first !== undefined && ledger.records[length - 1]?.head !== first.ledger_head)
    return `the head of the analysis file: record ${first.ledger_length} does not have it`
  const records = ledger.records.slice(0, first === undefined ? undefined : length).map(({ record }) => parsed(record))
  const allocations = records.filter(({ type }) => type === 'allocation')
  const flags = flagsAfter(records)
  const numbers = new Set()
  for (const row of rows) {
    const number = row.sequence_no
    const allocation = /^[1-9]\d*$/.test(number) ? allocations[Number(number) - 1] : undefined
    if (allocation === undefined)
      return `the participant ${JSON.stringify(number)} of the analysis file: no one was drawn with this number by its head`
    if (numbers.has(number)) return `participant ${number}: the analysis file has this participant twice`
    numbers.add(number)
    const fault = analysedFault(row, allocation, flags, story)
    if (fault !== null) return `participant ${number}: the analysis file says ${fault}`
  }
  const absent = allocations.find(({ counter }) => !numbers.has(String(counter)))
  return absent === undefined ? null : `participant ${absent.counter}: the analysis file does not have this participant`
}

/** Who is flagged after these records, and who is out of the counts. */
const flagsAfter = (records) => {
  const flags = { flagged: new Set(), counted_out: new Set() }
  for (const { type, counter, steers } of records) {
    if (type === 'flag') flags.flagged.add(counter)
    if (type === 'unflag') flags.flagged.delete(counter)
    if (steers === 1 && !flags.counted_out.delete(counter)) flags.counted_out.add(counter)
  }
  return flags
}

/** The difference between a row and the ledger, in words; null where they agree. A missing column is not compared. */
const analysedFault = (row, { i, at, counter, site, epoch, arm, groups, options }, flags, story) => {
  const isFactorial = row.group_id === undefined
  const expected = [
    ['site_id', site],
    ['epoch', epoch],
    ['arm', arm],
    ...groups.map((id, place) => [isFactorial ? `group_id_${place + 1}` : 'group_id', id]),
    ...options.map(({ stratum, option }) => [`s_${stratum}_id`, option]),
    ['flagged', Number(flags.flagged.has(counter))],
    ['counted_out', Number(flags.counted_out.has(counter))],
    ['randomised_at', at],
    ['ledger_record', i],
    ...chancesOf(story.drawn.get(counter), row),
  ]
  const other = expected.find(([column, value]) => row[column] !== String(value))
  if (other !== undefined) {
    const [column, value] = other
    return `${column} ${JSON.stringify(row[column] ?? null)} and the ledger ${JSON.stringify(String(value))}`
  }
  const then = story.namedThen.get(counter)
  const named = [
    ['site', [site], 'site', then.sites],
    ...groups.map((id, place) => [
      isFactorial ? `group_${place + 1}` : 'group',
      [id],
      'study_group',
      then.groups.slice(place, place + 1),
    ]),
  ]
  for (const [column, ids, kind, names] of named) {
    const recorded = nameDifference(story, row[column] ?? '', ids, kind, names)
    if (recorded !== null) return `${column} ${JSON.stringify(row[column] ?? null)} and the ledger ${recorded}`
  }
  return null
}

/** The chance of each group for which a row has a column; none without the seed. */
const chancesOf = (drawn, row) => {
  if (drawn === undefined) return []
  const { design, weights } = drawn
  const { cellOf } = METHODS[design.method]
  return Object.keys(row)
    .filter((column) => /^p_\d+$/.test(column))
    .map((column) => {
      // How a list was made is not known: the file leaves its chances empty.
      if (design.method === 'list') return [column, '']
      const own = weights.filter((_, arm) =>
        design.cells[cellOf(design, arm)].group_ids.includes(Number(column.slice(2))),
      )
      return [column, Number(sum(own)) / Number(sum(weights))]
    })
}

/** The rows of a CSV file (RFC 4180) by their headings; null where it is none. */
const rowsOfCsv = (content) => {
  const [headings, ...rows] = cellsOf(content.replace(/^\uFEFF/, ''))
  if (headings === undefined || new Set(headings).size !== headings.length) return null
  if (!rows.every((row) => row.length === headings.length)) return null
  return { headings, rows: rows.map((row) => Object.fromEntries(row.map((cell, at) => [headings[at], cell]))) }
}

const cellsOf = (text) => {
  const rows = []
  let row = []
  // A cell, quoted or bare, and what ends it.
  for (const [, quoted, bare, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|$)/g)) {
    if (end === '' && row.length === 0 && quoted === undefined && bare === '') break
    row.push(quoted?.replaceAll('""', '"') ?? bare)
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}

/** What differs from what is given to compare, and in words what agrees; `compared` is empty where nothing was given. */
const compare = (ledger, story, { commitment, head, earlier, participants, analysis }) => {
  const allocations = ledger.records.map(({ record }) => parsed(record)).filter(({ type }) => type === 'allocation')
  const comparisons = []
  if (commitment !== undefined)
    comparisons.push({ source: 'the commitment that was given', differs: commitmentDifference(ledger, commitment) })
  if (head !== undefined) comparisons.push({ source: 'the head that was given', differs: headDifference(ledger, head) })
  if (earlier !== undefined) {
    const source = `an earlier export of ${countOf(earlier.records.length, 'record')}`
    comparisons.push({ source, differs: earlierDifference(ledger, earlier) })
  }
  if (participants !== undefined) {
    const source = `a list of ${countOf(participants.length, 'participant')}${uncomparedNames(story, allocations, participants)}`
    comparisons.push({ source, differs: participantsDifference(allocations, participants, story) })
  }
  if (analysis !== undefined) {
    const unseen = ledger.seed_hex === null ? ' (chances not compared)' : ''
    const source = `an analysis file of ${countOf(analysis.length, 'participant')}${unseen}`
    comparisons.push({ source, differs: analysisDifference(ledger, analysis, story) })
  }
  const wrong = comparisons.find(({ differs }) => differs !== null)
  return {
    differs: wrong === undefined ? null : `${wrong.differs} (compared with ${wrong.source})`,
    compared: comparisons.map(({ source }) => source),
  }
}

/* ---------------------------------------------------------------------------------------------------------------------------
 * 8. The report
 * ------------------------------------------------------------------------------------------------------------------------ */

const report = (ledger, { fault, right, story }, compared) => {
  const isOpen = ledger.seed_hex !== null
  const lines = [
    `Ledger of trial ${ledger.trial_id}, ${JSON.stringify(ledger.title)}`,
    `  trial_uuid  ${ledger.trial_uuid}`,
    `  commitment  ${ledger.commitment}`,
    `  nonce       ${ledger.nonce_hex ?? 'none'}`,
    `  seed        ${isOpen ? 'revealed' : 'not in this file'}`,
    `  records     ${ledger.records.length}${kindsOf(ledger.records)}`,
    '',
  ]
  if (fault !== null) {
    return [...lines, `WRONG: ${fault}`, ...(right > 0 ? [`Before it, ${recordsWere(right)} found correct.`] : [])]
  }
  const isByList = story.lists.length > 0
  return [
    ...lines,
    'Checked and correct:',
    ...(isOpen ? ['  the commitment is that of the seed'] : []),
    ...(right > 0
      ? ['  the chain begins at the commitment and the design at Start']
      : ['  no record: the trial was never started']),
    ...(right > 0
      ? ['  records are numbered without a gap; every head follows from the head before it and its leaf']
      : []),
    ...(right > 0 ? ['  counters, epochs, options, groups and flags follow the rules'] : []),
    ...(isOpen && right > 0 ? ['  every leaf is that of its record'] : []),
    ...(isOpen && right > 0 && !isByList ? ['  every allocation, drawn again from the seed, is the one recorded'] : []),
    ...(isByList ? ['  each allocation has the next position of its stratum, without a gap or a repeat'] : []),
    ...(isOpen && isByList
      ? ['  the rows of every uploaded list are those committed to, and were used in order, each once']
      : []),
    ...(isOpen && story.hasNames ? ['  every recorded name of a study group or site is the one behind its hash'] : []),
    '',
    ...boundNames(story),
    ...(isOpen
      ? []
      : [
          'NOT checked, because this needs the seed, which is revealed when the trial is over:',
          '  whether the commitment is that of a seed;',
          '  whether a record is the one behind its leaf;',
          isByList
            ? '  whether the allocations are the rows of the uploaded lists'
            : '  whether the allocations are those of the seed',
          ...(story.hasNames
            ? ['What study groups and sites are called: the chain has hashes of the names, and the reveal shows them']
            : []),
          '',
        ]),
    ...notedRecords(story),
    ...reopenedRecords(story),
    ...backwardTimes(ledger.records),
    ...(isByList ? BOUND_BY_LISTS : BOUND_BY_SEED),
    'Anyone with the revealed seed can change those and chain the records again. Nothing binds the number and title of the trial.',
    '',
    `Head after record ${ledger.records.length}: ${ledger.head ?? 'none'}`,
    'No file can prove that it was not cut short, or rewritten from some record on or from another seed. Compare:',
    '  --commitment   with the commitment of the protocol or of the email at Start',
    '  --head         with a head from an email or the audit log',
    '  --earlier      with an export from an earlier day: the same record must have the same head',
    '  --participants with the list of participants, as exported by someone who sees the study groups, or the analysis file',
    '',
    verdict(isOpen ? 'The ledger is correct' : 'What could be checked is correct', compared),
  ]
}

const BOUND_BY_SEED = [
  'The seed binds the order of the allocations and the arm of each under its design. It also binds the site and options that the',
  'arm depends on. Only the chain binds the rest: times, names, flags that move no count, and other sites and options.',
]

const BOUND_BY_LISTS = [
  'The seed binds no arm here: the arms are rows of uploaded lists. The hash of a list binds its rows, and only the chain binds the',
  'hash and which participant had which row. Compare each hash with the audit log, or the head with an earlier one:',
  'whoever has the seed can put another list with another hash in its place. Only the chain binds the rest too.',
]

/**
 * The name of each id and the record from which it counts; the draws under a name that nothing binds; names that look
 * the same.
 */
const boundNames = (story) => {
  const names = storedNames(story).map(
    ({ kind, id, name, label, from }) =>
      `  ${KINDS[kind]} ${id}  ${JSON.stringify(name)}${label === undefined ? '' : `, label ${JSON.stringify(label)}`}  from record ${from}`,
  )
  const alike = sharedName(presentNames(story), comparableName)
  return [
    ...(names.length === 0 ? [] : ['Names that the chain binds:', ...names, '']),
    ...[...unnamedNotes(story), ...(alike === undefined ? [] : [`NOTE: ${alike}: they look the same.`])].flatMap(
      (note) => [note, ''],
    ),
  ]
}

const unnamedNotes = ({ counter, hasNames, named, namedThen }) => {
  if (counter === 0) return []
  if (!hasNames) return ['NOTE: nothing binds the names of study groups and sites: this ledger has no record of them.']
  const unnamed = [...namedThen].filter(([, { isNamed }]) => !isNamed)
  const isNamedLater = ([, { of }]) => of.every((key) => named.has(key))
  return [
    ...unnamedNote(unnamed.filter(isNamedLater), 'they were recorded later'),
    ...unnamedNote(
      unnamed.filter((one) => !isNamedLater(one)),
      'no record names their study group or site',
    ),
  ]
}

const unnamedNote = (those, reason) => {
  if (those.length === 0) return []
  const [last] = those.at(-1)
  return [
    `NOTE: nothing binds the names under which ${countOf(those.length, 'participant')} up to number ${last} were drawn: ${reason}.`,
  ]
}

/** Remarks on records that the portal refuses today and an earlier version wrote. */
const notedRecords = ({ notes }) =>
  notes.flatMap((note) => [
    `NOTE: ${note} after participants were drawn. The portal no longer allows this: ask why.`,
    '',
  ])

const verdict = (result, compared) =>
  compared.length === 0
    ? `${result} in itself. It was compared with nothing from outside.`
    : `${result}, and agrees with ${compared.join(', with ')}.`

/** A trial that was finished by mistake goes on by two people of the portal; whoever reads the ledger is told. */
const reopenedRecords = ({ reopenings }) =>
  reopenings.flatMap(({ i, drawn }) => [
    `NOTE: record ${i}: the trial had been finished after ${countOf(drawn, 'participant')}, and two people re-opened it. Their names and reason are in the portal's audit log.`,
    '',
  ])

/** A server's clock may be set back, so this is told and is no fault. */
const backwardTimes = (records) => {
  const times = records.map(({ record }) => parsed(record).at)
  const back = times.flatMap((at, place) => (place > 0 && at < times[place - 1] ? [place + 1] : []))
  if (back.length === 0) return []
  const named = back.slice(0, MAX_NAMED).join(', ')
  const more = back.length > MAX_NAMED ? ` and ${back.length - MAX_NAMED} more` : ''
  return [
    `NOTE: times run backwards: record ${named}${more} is earlier than the record before it. Ask when the clock was set.`,
    '',
  ]
}

/** How many records a line names. */
const MAX_NAMED = 5

const recordsWere = (count) => `${countOf(count, 'record')} ${count === 1 ? 'was' : 'were'}`

const countOf = (count, noun) => `${count} ${noun}${count === 1 ? '' : 's'}`

const kindsOf = (records) => {
  const kinds = new Map()
  for (const entry of records) {
    const type = recordOfText(entry?.record)?.type ?? 'unreadable'
    kinds.set(type, (kinds.get(type) ?? 0) + 1)
  }
  return records.length === 0 ? '' : ` (${[...kinds].map(([type, count]) => `${type} ${count}`).join(', ')})`
}

/**
 * The verdict on a file's content: the exit code and the report. `outside` has what it is compared with: a commitment,
 * and the content and name of the other files.
 */
export const judge = (content, name, outside = {}) => {
  const read = ledgerOf(content, name)
  if (read.reason !== undefined) return { code: 2, says: read.reason }
  const comparands = comparandsOf(outside)
  if (comparands.reason !== undefined) return { code: 2, says: comparands.reason }
  const { ledger } = read
  const { fault, right, story } = verify(ledger)
  const { differs, compared } = fault === null ? compare(ledger, story, comparands) : { differs: null, compared: [] }
  const wrong = fault ?? differs
  return { code: wrong === null ? 0 : 1, says: report(ledger, { fault: wrong, right, story }, compared).join('\n') }
}

/** The ledger that a file holds; or why it cannot be checked. */
const ledgerOf = (content, name) => {
  const text = content.replace(/^\uFEFF/, '')
  const ledger = parsed(text)
  if (!isObject(ledger) || ledger.construction !== 'RCT-ALLOC-1' || !Array.isArray(ledger.records))
    return { reason: `${name} is not a ledger of construction RCT-ALLOC-1` }
  const twice = doubledKey(text)
  if (twice !== undefined) return { reason: `${name} has ${twice} twice in one object, so its meaning is ambiguous` }
  const odd = ledger.records.findIndex((entry) => isUnknownKind(recordOfText(entry?.record)))
  if (odd !== -1) {
    const type = JSON.stringify(recordOfText(ledger.records[odd].record).type)
    return {
      reason: `${name} was NOT checked: record ${odd + 1} is of the kind ${type}, which this verifier does not know. Use the verifier of the portal that wrote it.`,
    }
  }
  return { ledger }
}

const isUnknownKind = (record) =>
  record !== null && typeof record.type === 'string' && !Object.hasOwn(FIELDS, record.type)

/** The first key that a JSON text has twice in one object, as it is written, or undefined; readers differ in which one counts. */
const doubledKey = (text) => {
  const objects = []
  let last = null
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]:]/g)) {
    if (token === '{') objects.push(new Set())
    else if (token === '[') objects.push(null)
    else if (token === '}' || token === ']') objects.pop()
    else if (token === ':') {
      const keys = objects.at(-1)
      const key = JSON.parse(last)
      if (keys.has(key)) return last
      keys.add(key)
    } else last = token
  }
  return undefined
}

/** The files and values to compare a ledger with, read; or why they cannot be read. */
const comparandsOf = ({ commitment, head, earlier, participants }) => {
  const comparands = {}
  if (head !== undefined) {
    comparands.head = head.trim().toLowerCase()
    if (!isDigest(comparands.head)) return { reason: 'The head to compare is not 64 hexadecimal digits' }
  }
  if (commitment !== undefined) {
    comparands.commitment = commitment.trim().toLowerCase()
    if (!isDigest(comparands.commitment)) return { reason: 'The commitment to compare is not 64 hexadecimal digits' }
  }
  if (earlier !== undefined) {
    const read = ledgerOf(earlier.content, earlier.name)
    if (read.reason !== undefined) return read
    if (!read.ledger.records.every(isObject)) return { reason: `${earlier.name} has a record that is not an object` }
    const fault = topFault(read.ledger) ?? entryFault(read.ledger.records)
    if (fault !== null) return { reason: `${earlier.name} is not a ledger to compare. Wrong: ${fault}` }
    comparands.earlier = read.ledger
  }
  if (participants !== undefined) {
    const list = rowsOfCsv(participants.content)
    if (list === null) return { reason: `${participants.name} is not a CSV file with one row for each participant` }
    if (ANALYSIS.every((column) => list.headings.includes(column))) return { ...comparands, analysis: list.rows }
    const missing = [NUMBER, GROUP].find((heading) => !list.headings.includes(heading))
    if (missing !== undefined) return { reason: `${participants.name} has no column “${missing}”` }
    comparands.participants = list.rows
  }
  return comparands
}

const USAGE = `Usage: node verify-ledger.mjs ledger.json [--commitment HEX] [--head HEX] [--earlier OLD.json] [--participants LIST.csv]
       node verify-ledger.mjs FOLDER [--seal HEX] [--commitment HEX] [--head HEX] [--earlier OLD.json]`

const main = (args) => {
  const { values, positionals, reason } = argumentsOf(args)
  const [path, ...more] = positionals ?? []
  if (reason !== undefined) return { code: 2, says: `${reason}\n${USAGE}` }
  if (path === undefined || more.length > 0) return { code: 2, says: USAGE }
  const { seal, ...outside } = values
  if (isFolder(path)) return judgeArchive(path, seal, outside)
  if (seal !== undefined) return { code: 2, says: `--seal is for the folder of an archive, and ${path} is none` }
  return judgeFiles(path, outside)
}

/** The verdict on a ledger's file, compared with the files and values that are named beside it. */
const judgeFiles = (path, values) => {
  const files = [path, values.earlier, values.participants].map((name) => (name === undefined ? {} : contentOf(name)))
  const unread = files.find((file) => file.reason !== undefined)
  if (unread !== undefined) return { code: 2, says: `The file cannot be read: ${unread.reason}` }
  const [ledger, earlier, participants] = files
  return judge(ledger.content, path, {
    ...(values.commitment === undefined ? {} : { commitment: values.commitment }),
    ...(values.head === undefined ? {} : { head: values.head }),
    ...(values.earlier === undefined ? {} : { earlier: { content: earlier.content, name: values.earlier } }),
    ...(values.participants === undefined
      ? {}
      : { participants: { content: participants.content, name: values.participants } }),
  })
}

/* ---------------------------------------------------------------------------------------------------------------------------
 * 9. The archive of a trial: a folder whose file SHA256SUMS has the hash of every other file, as the program sha256sum writes it
 * ------------------------------------------------------------------------------------------------------------------------ */

const LIST = 'SHA256SUMS'

const judgeArchive = (folder, seal, outside) => {
  if (outside.participants !== undefined)
    return { code: 2, says: 'An archive is compared with its own participants.csv' }
  if (seal !== undefined && !isDigest(seal.trim().toLowerCase()))
    return { code: 2, says: 'The seal to compare is not 64 hexadecimal digits' }
  const list = contentOf(`${folder}/${LIST}`)
  if (list.reason !== undefined) return { code: 2, says: `This folder is no archive of a trial: ${list.reason}` }
  const { hashes, fault } = listedHashes(list.content)
  const wrong = fault ?? sealFault(list.content, seal) ?? filesFault(folder, hashes)
  if (wrong !== null) return { code: 1, says: `WRONG: ${wrong}` }
  const files = `${hashes.size} files of the archive are as they were written${seal === undefined ? ' or were sealed again: compare the seal' : ', and their seal is the one given'}.`
  const judged = judgeFiles(`${folder}/ledger.json`, { ...outside, participants: `${folder}/participants.csv` })
  return { code: judged.code, says: `${files}\n${judged.says}` }
}

/** The hash of each file, by its path below the folder; or what is wrong with the list. */
const listedHashes = (content) => {
  const hashes = new Map()
  for (const [place, line] of content.split('\n').slice(0, -1).entries()) {
    const [, hash, name] = /^([0-9a-f]{64}) {2}([\w./-]+)$/.exec(line) ?? []
    if (hash === undefined || hashes.has(name))
      return { hashes, fault: `line ${place + 1} of ${LIST} is no hash of a file` }
    hashes.set(name, hash)
  }
  const missing = ['ledger.json', 'participants.csv'].find((name) => !hashes.has(name))
  return { hashes, fault: missing === undefined && content.endsWith('\n') ? null : `${LIST} is incomplete` }
}

const sealFault = (list, seal) =>
  seal === undefined || seal.trim().toLowerCase() === hex(H(list))
    ? null
    : `the archive is not the one that was sealed: its seal is ${hex(H(list))}`

/** The first file that is not as the list has it. */
const filesFault = (folder, hashes) => {
  const present = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !isFolder(`${folder}/${name}`))
    .map((name) => name.replaceAll('\\', '/'))
  const added = present.find((name) => name !== LIST && !hashes.has(name))
  if (added !== undefined) return `${added} was added: ${LIST} does not have it`
  for (const [name, hash] of hashes) {
    if (!present.includes(name)) return `${name} is missing`
    if (hex(H(readFileSync(`${folder}/${name}`))) !== hash)
      return `${name} was changed: its hash is not the one in ${LIST}`
  }
  return null
}

const isFolder = (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

const argumentsOf = (args) => {
  const option = { type: 'string' }
  try {
    return parseArgs({
      args,
      options: { commitment: option, head: option, earlier: option, participants: option, seal: option },
      allowPositionals: true,
    })
  } catch (error) {
    return { reason: error.message }
  }
}

const contentOf = (path) => {
  try {
    return { content: readFileSync(path, 'utf8') }
  } catch (error) {
    return { reason: error.message }
  }
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === realpathSync(new URL(import.meta.url))) {
  const { code, says } = main(process.argv.slice(2))
  const out = code === 2 ? process.stderr : process.stdout
  out.write(`${says}\n`)
  process.exitCode = code
}

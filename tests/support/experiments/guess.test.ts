import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { cluesOf, cluesOfPair, type Subject } from './clues'
import { skillOf, type Case } from './guess'
import { chanceOf } from './chance'

/* The guesser must be good: otherwise a failure to learn anything from the portal would prove nothing. */

const WORLDS = 8
const EACH = 20

/** Packs of two groups in several worlds, with these clues. */
const casesWith = (clueOf: (isSo: boolean, index: number, world: number) => string[]): Case[] => {
  const random = chanceOf('groups')
  return Array.from({ length: WORLDS * EACH }, (_, i) => {
    const world = Math.floor(i / EACH)
    const isSo = random(2) === 0
    return { world, isSo, clues: new Set(clueOf(isSo, i, world)) }
  })
}

const noise = (index: number) => createHash('sha256').update(`noise ${index}`).digest().subarray(0, 12)
const noisyClues = (index: number) => [...noise(index)].map((byte, i) => `field ${i}=${byte % 4}`)

describe('a guesser of groups from all that was seen', () => {
  test('is right whenever one of many places reveals the group', () => {
    const cases = casesWith((isSo, index) => [...noisyClues(index), `a place=${isSo}`])
    expect(skillOf(cases, chanceOf('shuffles'))).toMatchObject({ right: cases.length })
    expect(skillOf(cases, chanceOf('shuffles')).deviations).toBeGreaterThan(8)
  })

  test('is better than chance where a place reveals it three times out of four', () => {
    const cases = casesWith((isSo, index) => [
      ...noisyClues(index),
      `a place=${(noise(index)[9] ?? 0) % 4 === 0 ? !isSo : isSo}`,
    ])
    expect(skillOf(cases, chanceOf('shuffles')).deviations).toBeGreaterThan(4)
  })

  test('guesses by chance where nothing reveals it, however much is seen', () => {
    const skill = skillOf(
      casesWith((_, index) => noisyClues(index)),
      chanceOf('shuffles'),
    )
    expect(Math.abs(skill.deviations)).toBeLessThan(3)
  })

  test('ignores a clue that only its own world has', () => {
    const skill = skillOf(
      casesWith((isSo, _, world) => [`of world ${world}=${isSo}`]),
      chanceOf('shuffles'),
    )
    expect(Math.abs(skill.deviations)).toBeLessThan(3)
  })
})

describe('the seen features of packs', () => {
  const packs: Subject[] = [
    { kind: 'study_pack', id: 1, name: 'P-1' },
    { kind: 'study_pack', id: 2, name: 'P-2' },
  ]
  const named = { study_pack: [], participant: [] }

  test('are every value beside its name, wherever it is, and its place in the list', () => {
    const answer = {
      data: [
        { id: 1, pack_id: 'P-1', more: { expire_on: '2027-01-31' } },
        { id: 2, pack_id: 'P-2' },
      ],
    }
    const [one, other] = cluesOf([{ call: 'list', named, outcome: '200', answer }], packs)
    expect(one).toEqual(new Set(['list quarter 0', 'list .more.expire_on="2027-01-31"']))
    expect(other).toEqual(new Set(['list quarter 2']))
  })

  test('are the answers to questions about it, alone or with others', () => {
    const about = (ids: number[]) => ({ study_pack: ids, participant: [] })
    const [one, other] = cluesOf(
      [
        { call: 'activate', named: about([1, 2]), outcome: '409 wrong_status', answer: { title: 'No' } },
        { call: 'show', named: about([2]), outcome: '200', answer: { is_there: true } },
      ],
      packs,
    )
    expect(one).toEqual(new Set(['activate for 2: 409 wrong_status']))
    expect(other).toEqual(new Set(['activate for 2: 409 wrong_status', 'show for 1: 200', 'show .is_there=true']))
  })

  test('are whether two are the same', () => {
    const pair = cluesOfPair(new Set(['list .a=1', 'list .b=2', 'list .c=3']), new Set(['list .a=1', 'list .b=4']))
    expect(pair).toEqual(new Set(['same list .a', 'other list .b']))
  })
})

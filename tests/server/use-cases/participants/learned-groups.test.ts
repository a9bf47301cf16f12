import { describe, expect, test } from 'vitest'
import { valueOf } from '../../../support/ask'
import { flag } from '../../../support/flag'
import { changePermission, recordInadvertent, unblind } from '../../../support/participant-actions'
import { participantActsWorld } from '../../../support/participant-actions-world'

/*
 * Blinded people who may have learned a group write texts that everybody reads. None of them may name a group that they
 * know (decision 0036).
 */

const actions = participantActsWorld()

const NAMES_A_GROUP = 'This comment names a study group, and blinded people read it. Please leave the group out.'
const NAMES = ['Zanamivir', 'Oseltamivir']
const LABELS: Record<string, string> = { Zanamivir: 'Kit L', Oseltamivir: 'Kit K' }

/** Unblinds the first participant for the unblinder. Returns their group and the other one. */
const disclosedGroups = async () => {
  const { people, one } = actions
  const { study_group } = valueOf(await unblind(people.unblinder, one))
  return { own: study_group.name, other: NAMES.find((name) => name !== study_group.name) ?? '' }
}

const flagging = async (comment: string, about = actions.one) => {
  const { status, problem } = await flag(actions.people.unblinder, actions.trial, about, { comment })
  return [status, problem?.fields]
}

const REFUSED = [422, { comment: NAMES_A_GROUP }]
const TAKEN = [200, undefined]

describe('the comment on a flag, by a blinded person who has learned the group', () => {
  test('is refused with the name, the label or the letter of it, until it is changed', async () => {
    const { own } = await disclosedGroups()
    for (const comment of [`Was on ${own}`, own.toUpperCase(), `Had ${LABELS[own]}`, 'Known to be in arm B'])
      expect(await flagging(comment)).toEqual(REFUSED)
    expect(await flagging('Bleeding')).toEqual(TAKEN)
  })

  test('is not refused with the name of a group that they have not learned: the refusal would reveal that it is one', async () => {
    const { other } = await disclosedGroups()
    expect(await flagging(`Was on ${other}`)).toEqual(TAKEN)
  })

  test("is refused about another participant, whatever that one's group", async () => {
    const { own } = await disclosedGroups()
    const { people, trial, elsewhere } = actions
    await changePermission(actions.world, trial, 'unblinder', { role_id: 3, site_id: null })
    const { status } = await flag(people.unblinder, trial, elsewhere, { comment: `${own}, as the first` })
    expect(status).toBe(422)
  })

  test('is not refused to any other blinded person', async () => {
    await disclosedGroups()
    for (const comment of [...NAMES, ...Object.values(LABELS), 'arm B']) {
      const { status } = await flag(actions.people['blinded-nurse'], actions.trial, actions.one, { comment })
      expect(status).toBe(200)
    }
  })
})

/*
 * A person who records an accident need not know the group. If only the participant's own group were refused, a false
 * record would reveal it.
 */
test('a comment by a person who recorded an accidental unblinding is refused with any group', async () => {
  const { people, trial, one } = actions
  valueOf(await recordInadvertent(people['blinded-nurse'], one))
  for (const comment of [...NAMES, ...Object.values(LABELS)]) {
    const { status } = await flag(people['blinded-nurse'], trial, one, { comment })
    expect(status).toBe(422)
  }
})

describe('the reason of a first unblinding', () => {
  test('is refused with a label to people who see labels', async () => {
    const { people, one } = actions
    const refused = await unblind(people.pharmacist, one, { comment: 'Rash on Kit L' })
    expect([refused.status, refused.problem?.fields]).toEqual(REFUSED)
    expect((await unblind(people.pharmacist, one, { comment: 'Was it Zanamivir?' })).status).toBe(200)
  })

  test('is refused with any group to a person who recorded an accidental unblinding', async () => {
    const { people, one } = actions
    valueOf(await recordInadvertent(people.unblinder, one))
    for (const comment of NAMES) expect((await unblind(people.unblinder, one, { comment })).status).toBe(422)
  })

  test('is not refused to a person who sees and has learned nothing', async () => {
    expect(
      (await unblind(actions.people.unblinder, actions.one, { comment: 'Zanamivir, Kit L or arm B?' })).status,
    ).toBe(200)
  })

  test('of a later one is accepted with any text, since no blinded person reads it', async () => {
    const { own } = await disclosedGroups()
    expect((await unblind(actions.people.unblinder, actions.one, { comment: `${own} confirmed` })).status).toBe(200)
  })
})

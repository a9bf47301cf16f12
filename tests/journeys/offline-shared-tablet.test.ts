import { expect } from 'vitest'
import {
  fromEarlierSession,
  othersUnsent,
  staysUnsent,
  unreadableWords,
  UNVERIFIED,
  waitingForPerson,
  WILL_BE_SENT,
} from '../../src/client/safety-words'
import { journeys } from '../support/journey'
import { pageFaults } from '../support/page-faults'
import type { Visitor } from '../support/visitor'
import { aWard, dumpOf, flags, flagsOf, NOBODY_ANSWERS, opensWard } from '../support/ward'

/* Two people at one tablet act on the same participant, one after the other. */

const WORDS = 'A word for nobody else'

/** All descriptions of a waiting action: the comment, the label, the trial. */
const CONTENT = [WORDS, 'Flag participant', 'A trial of two tablets', 'Flagged']

const readsNothing = async (tablet: Visitor): Promise<void> => {
  const dump = await dumpOf(tablet)
  const outbox = JSON.stringify(JSON.parse(dump).databases.filter(([name]: [string]) => name === 'equipoise-outbox'))
  expect(outbox).toContain('Amara Hughes')
  expect(CONTENT.filter((words) => outbox.includes(words))).toEqual([])
  const { local, tab } = JSON.parse(dump)
  expect(CONTENT.filter((words) => JSON.stringify([local, tab]).includes(words))).toEqual([])
  expect(dump).not.toContain(WORDS)
}

/** Expects this many session keys on the tablet. */
const keyIsThere = async (tablet: Visitor, count: number): Promise<void> =>
  await expect
    .poll(async () => {
      const { databases } = JSON.parse(await dumpOf(tablet))
      return databases.find(([name]: [string]) => name === 'equipoise-outbox-keys')?.[2]?.length
    })
    .toBe(count)

const signsOutWithUnsent = async (tablet: Visitor): Promise<void> => {
  await tablet.presses('Sign out')
  await tablet.sees(staysUnsent(1))
  await tablet.pressesInDialog('Sign out')
  await tablet.seesHeading(/^Welcome to/)
}

type Planted = { sub: string; trial_id: number; participant: number }

/**
 * Adds two items to the outbox as a colleague with the browser's tools could: one in clear, and one sealed with a key
 * of their own.
 */
const plants = (tablet: Visitor, { sub, trial_id, participant }: Planted): Promise<void> =>
  tablet.evaluates(async (argument) => {
    const [author = '', trial = '', about = ''] = argument.split(' ')
    const performed_at = new Date().toISOString()
    const parameters = { trial_id: trial, participant_id: about }
    const call = { kind: 'flag', parameters, body: { comment: 'PLANTED', flag_status: 'Flagged', performed_at } }
    const id = crypto.randomUUID()
    const common = {
      author: { sub: author, name: 'Amara Hughes' },
      targets: [`participant:${about}`],
      state: 'waiting',
    }
    const clear = {
      ...common,
      id,
      version: 1,
      trial: { id: Number(trial), title: 'A trial' },
      kind: 'flag',
      label: 'Planted in clear',
      performed_at,
      call,
      attempts: 0,
      due_at: 0,
      notes: [],
    }
    const sealed = {
      ...common,
      id: crypto.randomUUID(),
      version: 1,
      label: btoa('label'),
      content: btoa(JSON.stringify(clear)),
    }
    await new Promise<void>((resolve, reject) => {
      const opening = indexedDB.open('equipoise-outbox')
      opening.addEventListener('success', () => {
        const writing = opening.result.transaction('items', 'readwrite')
        for (const item of [clear, sealed]) writing.objectStore('items').add({ id: item.id, item })
        writing.addEventListener('error', () => reject(new Error(String(writing.error))))
        writing.addEventListener('complete', () => {
          opening.result.close()
          resolve()
        })
      })
    })
  }, `${sub} ${trial_id} ${participant}`)

const test = journeys('people', { hasWorker: true })

test('an action behind a colleague’s unsent one says for whom it waits, and is sent after it', async ({
  arrive,
  portal,
}) => {
  const ward = await aWard(portal)
  const [first = { id: 0 }] = ward.participants
  const tablet = await arrive({ as: 'nurse' })
  await opensWard(tablet, ward.trial_id)
  tablet.expectsError(NOBODY_ANSWERS)
  await portal.front.goDown()
  await tablet.reloads()
  await tablet.sees(/Offline · since \d{2}:\d{2}/)
  await flags(tablet, 1, 'A word for nobody else')
  await tablet.sees(WILL_BE_SENT)
  await tablet.presses('Sign out')
  await tablet.page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click()
  await tablet.seesHeading(/^Welcome to/)

  await portal.front.comeBack()
  await tablet.signsInAs('coordinator')
  await tablet.opens(`/trials/${ward.trial_id}/participants`)
  await flags(tablet, 1, 'Also by the coordinator')
  await tablet.sees(`Flag participant 1: Saved on this tablet. ${waitingForPerson('Amara Hughes', 'this participant')}`)
  await tablet.sees('Waiting for Amara Hughes')
  expect(await pageFaults(tablet.page)).toEqual([])
  await tablet.opens('/outbox')
  await tablet.sees(waitingForPerson('Amara Hughes', 'this participant'))
  await tablet.seesNot('A word for nobody else')
  expect(await pageFaults(tablet.page)).toEqual([])
  expect(await flagsOf(portal, first)).toBe(0)

  await tablet.presses('Sign out')
  await tablet.page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click()
  await tablet.signsInAs('nurse')
  await tablet.presses('Send 1 unsent action')
  await expect.poll(() => flagsOf(portal, first)).toBe(1)
})

test('unsent actions are unreadable for the next person, and their author sends them with one press, once', async ({
  arrive,
  portal,
}) => {
  const { trial_id, participants } = await aWard(portal)
  const [first = { id: 0 }] = participants
  const tablet = await arrive({ as: 'nurse' })
  await opensWard(tablet, trial_id)
  await keyIsThere(tablet, 1)
  tablet.expectsError(NOBODY_ANSWERS)
  await portal.front.goDown()
  await tablet.reloads()
  await tablet.sees(/Offline · since \d{2}:\d{2}/)
  await flags(tablet, 1, WORDS)
  await tablet.sees(WILL_BE_SENT)
  await signsOutWithUnsent(tablet)
  await keyIsThere(tablet, 0)
  await readsNothing(tablet)

  await portal.front.comeBack()
  await tablet.signsInAs('monitor')
  await tablet.sees(othersUnsent('Amara Hughes', 1))
  await readsNothing(tablet)
  await tablet.presses('Sign out')
  await tablet.seesHeading(/^Welcome to/)

  await tablet.signsInAs('nurse')
  await tablet.sees(fromEarlierSession(1))
  await tablet.sees(/^Flag participant 1 · A trial of two tablets · done/)
  await tablet.finds('link', '1 to confirm').waitFor()
  expect(await pageFaults(tablet.page)).toEqual([])
  expect(await flagsOf(portal, first)).toBe(0)
  await tablet.presses('Send 1 unsent action')
  await expect.poll(() => flagsOf(portal, first)).toBe(1)
  await tablet.opens('/outbox')
  await tablet.sees(/confirmed by the server/)
  expect(await flagsOf(portal, first)).toBe(1)
})

test('unsent actions are sent automatically after the app was closed and opened without the server, in the same session', async ({
  arrive,
  portal,
}) => {
  const { trial_id, participants } = await aWard(portal)
  const [first = { id: 0 }] = participants
  const tablet = await arrive({ as: 'nurse' })
  await opensWard(tablet, trial_id)
  await keyIsThere(tablet, 1)
  tablet.expectsError(NOBODY_ANSWERS)
  await portal.front.goDown()
  await tablet.reloads()
  await tablet.sees(/Offline · since \d{2}:\d{2}/)
  await flags(tablet, 1, WORDS)
  await tablet.sees(WILL_BE_SENT)
  const again = await tablet.opensTab('/outbox')
  await tablet.page.close()
  await again.sees('Flag participant 1')
  await again.sees('Waiting to send')
  await portal.front.comeBack()
  await again.reloads()
  await expect.poll(() => flagsOf(portal, first)).toBe(1)
  await again.sees(/confirmed by the server/)
})

test('an action planted in the nurse’s name is never sent, and the nurse can put it away', async ({
  arrive,
  portal,
}) => {
  const { trial_id, participants } = await aWard(portal, 2)
  const tablet = await arrive()
  await tablet.opens('/')
  await tablet.signsInAs('monitor')
  const sub = String(portal.personId('nurse'))
  await plants(tablet, { sub, trial_id, participant: participants[0]?.id ?? 0 })
  await tablet.signsOut()

  await tablet.signsInAs('nurse')
  await tablet.opens('/outbox')
  await tablet.sees(UNVERIFIED.title)
  await tablet.sees(unreadableWords(1).title)
  await tablet.seesNot('Planted in clear')
  expect(await pageFaults(tablet.page)).toEqual([])
  await tablet.presses('Set aside…')
  await tablet.fills('Reason', 'Not by me')
  await tablet.pressesInDialog('Set this action aside')
  await tablet.sees(/set aside: Not by me/)
  await tablet.seesNot(UNVERIFIED.title)
  // The nurse's own flag is sent meanwhile, which shows that the outbox was processed.
  await tablet.opens(`/trials/${trial_id}/participants`)
  await flags(tablet, 2, 'By the nurse')
  await expect.poll(() => flagsOf(portal, participants[1] ?? { id: 0 })).toBe(1)
  expect(await flagsOf(portal, participants[0] ?? { id: 0 })).toBe(0)
})

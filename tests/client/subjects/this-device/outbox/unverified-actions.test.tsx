// @vitest-environment happy-dom
// Imported first: Dexie looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto'
import { api } from '#contract/api'
import type { StoredAction } from '#contract/stored-action'
import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { aShownParticipant } from '../../../a-shown-participant'
import { press, write } from '../../../by-hand'
import { answers, ME } from '../../../open-app'
import { aNewFlag, stored } from '../../../device/outbox/some-actions'
import { openOutbox, sealedBy } from './open-outbox'
import { UNVERIFIED, fromEarlierSession } from '../../../../../src/client/safety-words'

/* Items in a person's name that are not sent automatically: from an earlier session, or not theirs at all. */

const AUTHOR = { sub: String(ME.id), name: ME.name }
const DONE = answers(api.flagParticipant, aShownParticipant({ flag_status: { name: 'Flagged' } }))

const flag = (id: string, changes: Partial<StoredAction> = {}): StoredAction =>
  stored(aNewFlag(id, { author: AUTHOR, participant: Number(id) }), changes)
const earlier = (id: string) => flag(id, { session: 'an earlier one' })
/** In the nurse's name, but never sealed with their key. */
const planted = async (id: string) => {
  const [row] = await sealedBy([flag(id, { author: { sub: '9', name: 'Keel' } })])
  return { id, item: Object.assign({}, row?.item, { author: AUTHOR }) }
}

describe('actions of an earlier session', () => {
  test('are listed, and sent with one press, each once under its own key', async () => {
    const sent = await openOutbox(await sealedBy([earlier('1'), earlier('2')]), [DONE])
    const listed = await screen.findByText(fromEarlierSession(2))
    expect(listed).toBeDefined()
    expect(screen.getAllByText('Waiting for you to send it')).toHaveLength(2)
    expect([screen.queryByRole('button', { name: 'Send now' }), sent]).toEqual([null, []])
    await press('Send 2 unsent actions')
    await screen.findByRole('heading', { name: 'Nothing is waiting' })
    expect(sent.map(({ key }) => key)).toEqual(['1', '2'])
  })
})

describe('a planted action in the person’s name', () => {
  test('is shown as not verified, is put away with a reason, and nothing is ever sent', async () => {
    const sent = await openOutbox([await planted('1')], [DONE])
    await screen.findByText(UNVERIFIED.title)
    expect(screen.queryByText(/Flag participant/)).toBeNull()
    await press('Set aside…')
    const dialog = await screen.findByRole('dialog', { name: 'Set aside an unverified action' })
    await write(/Reason/, 'I did not do this')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Set this action aside' }))
    await screen.findByText(/set aside: I did not do this/)
    expect(screen.queryByText(UNVERIFIED.title)).toBeNull()
    expect(sent).toEqual([])
  })
})

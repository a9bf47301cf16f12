// @vitest-environment happy-dom
import { api } from '#contract/api'
import { act, screen, waitFor, within, fireEvent } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { aShownPack } from '../../a-shown-pack'
import { aShownParticipant } from '../../a-shown-participant'
import { aShownTrial } from '../../a-shown-trial'
import { press, write } from '../../by-hand'
import { wordsOf } from '../../shown-table'
import { aNewDispense, stored } from '../../device/outbox/some-actions'
import { answers, delayed, holds, inTrial, inTurn, listOf, loses, ME, refuses } from '../../open-app'
import { AS_PHARMACIST, AS_VIEWER, hasInOutbox, listedOf, opensHome, opensStoredHome, summaryOf } from './at-home'

/* The home page of a person who dispenses. */

const waitingPack = (id: number, trial_sequence_no: number, allocated_at: string, site_id = 11) =>
  aShownPack({
    id,
    pack_id: `CB-100${id}`,
    study_pack_status_id: 5,
    site_id,
    participant: { id: 60 + id, trial_sequence_no, allocated_at },
  })

const OLD = waitingPack(47, 59, '2026-11-19T08:00:00.000Z')
const NEW = waitingPack(64, 61, '2026-11-21T08:48:00.000Z', 12)
const PARTICIPANT = aShownParticipant({ trial_sequence_no: 59, participant_id: 'NOR-022' })
const HOME = { ...AS_PHARMACIST, packs: [NEW, OLD], participants: [PARTICIPANT] }

const queue = async () => {
  const list = await screen.findByRole('list', { name: 'Packs to dispense' })
  return within(list).getAllByRole('listitem').map(wordsOf)
}

test('the waiting packs are listed oldest first, each with its age, participant, site and expiry', async () => {
  opensHome(HOME)
  await waitFor(async () => expect((await queue())[0]).toContain('NOR-022'))
  expect(await queue()).toEqual([
    '2 days 19 Nov 2026, 08:00 CB-10047 for participant 59 · NOR-022 CEDAR · Queens · expires 31 Mar 2027 Dispense pack CB-10047',
    '1 h 12 min 21 Nov 2026, 08:48 CB-10064 for participant 61 CEDAR · Abbey · expires 31 Mar 2027 Dispense pack CB-10064',
  ])
})

test('one press leads to the dispense page of a pack', async () => {
  opensHome(HOME)
  const link = await screen.findByRole('link', { name: 'Dispense pack CB-10047' })
  expect(link.getAttribute('href')).toBe('/trials/1/study-packs/dispense?pack=CB-10047')
  expect(screen.getByRole('link', { name: 'Scan with camera' }).getAttribute('href')).toBe(
    '/trials/1/study-packs/dispense',
  )
})

test('with packs at two sites, the pharmacist can choose one', async () => {
  opensHome(HOME)
  const sites = await screen.findByRole('radiogroup', { name: 'Site' })
  fireEvent.click(within(sites).getByRole('radio', { name: 'Abbey 1' }))
  await waitFor(async () => expect(await queue()).toHaveLength(1))
  expect((await queue())[0]).toContain('CB-10064')
})

test('a typed pack opens its dispense page, whatever the case of its letters', async () => {
  const { address } = opensHome({ ...HOME, replies: [] })
  await queue()
  await write('Pack ID', ' cb-10064 ')
  fireEvent.submit(screen.getByLabelText('Pack ID').closest('form') ?? document.body)
  await waitFor(() => expect(address()).toBe('/trials/1/study-packs/dispense?pack=CB-10064'))
})

test('a pack that is not at their sites is named', async () => {
  const { address } = opensHome(HOME)
  await queue()
  await write('Pack ID', 'CB-1006')
  fireEvent.submit(screen.getByLabelText('Pack ID').closest('form') ?? document.body)
  const words = await screen.findAllByText('Pack CB-1006 is not at your sites.')
  // After a scan the focus may be elsewhere than in the field.
  expect(words.map((one) => one.closest('[aria-live="polite"]') !== null)).toEqual([false, true])
  expect(address()).toBe('/')
})

test('a pack whose dispense is unsent on this device is not in the queue', async () => {
  hasInOutbox(stored({ ...aNewDispense('dispense', [47]), author: { sub: String(ME.id), name: ME.name } }, {}))
  opensHome(HOME)
  await waitFor(async () => expect(await queue()).toHaveLength(1))
})

test('an empty queue says what will appear', async () => {
  opensHome(AS_PHARMACIST)
  expect(
    await screen.findByText('No packs to dispense. A pack appears here when it is allocated at your sites.'),
  ).toBeDefined()
})

test.each([
  ['the server failed', refuses(api.listStudyPacks, { code: 'internal_error' })],
  ['they are not stored', loses(api.listStudyPacks)],
])('packs that could not be loaded are not called none: %s', async (_case, reply) => {
  opensHome({ ...AS_PHARMACIST, packs: [OLD], replies: [inTurn(reply, answers(api.listStudyPacks, listedOf([OLD])))] })
  const section = await screen.findByRole('region', { name: 'Packs to dispense' })
  await waitFor(() => expect(wordsOf(section)).toContain('The packs of CEDAR could not be loaded.'))
  expect(section.textContent).not.toContain('No packs')
  await press('Try again: The packs of CEDAR could not be loaded.')
  await waitFor(async () => expect(await queue()).toHaveLength(1))
  expect(section.textContent).not.toContain('could not be loaded')
})

test('while packs are fetched again, the notice, its button with the focus, and the packs of other trials stay', async () => {
  const again = delayed(answers(api.listStudyPacks, listedOf([NEW])))
  const cedar = aShownTrial({ title: 'CEDAR', is_managing_packs: true })
  const oak = { ...cedar, id: 2, title: 'OAK' }
  const asked = vi.spyOn(again, 'respond')
  opensHome({
    ...AS_PHARMACIST,
    packs: [OLD],
    replies: [
      answers(api.listTrials, listOf(summaryOf(cedar), summaryOf(oak))),
      ...inTrial(2, [
        answers(api.getTrial, oak),
        inTurn(refuses(api.listStudyPacks, { code: 'internal_error' }), again),
      ]),
    ],
  })
  const name = 'Try again: The packs of OAK could not be loaded.'
  const button = await screen.findByRole('button', { name })
  button.focus()
  await press(name)
  await waitFor(() => expect(asked).toHaveBeenCalled())
  expect(document.activeElement).toBe(button)
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(await queue()).toHaveLength(1)
  act(again.letGo)
  await waitFor(async () => expect(await queue()).toHaveLength(2))
  expect(button.isConnected).toBe(false)
})

test('while packs load, their tasks are not called none', async () => {
  opensHome({ ...AS_PHARMACIST, replies: [holds(api.listStudyPacks)] })
  await screen.findByText('Participants appear here once they have been randomised.')
  expect(screen.queryByText('Nothing is waiting for you.')).toBeNull()
})

test('more than five packs are shown after a press', async () => {
  const packs = [1, 2, 3, 4, 5, 6].map((id) => waitingPack(id, id, '2026-11-21T08:48:00.000Z'))
  opensHome({ ...AS_PHARMACIST, packs })
  expect(await queue()).toHaveLength(5)
  await press('Show all 6 packs')
  expect(await queue()).toHaveLength(6)
})

test('packs that can soon not be allocated any more are shown with a link to their list, counting their duration', async () => {
  const forNinetyDays = aShownPack({ id: 301, expire_on: '2027-03-05', duration: 90 })
  opensHome({ ...AS_PHARMACIST, packs: [aShownPack({ expire_on: '2026-12-10', duration: 0 }), forNinetyDays, OLD] })
  const link = await screen.findByRole('link', { name: /2 packs can be allocated for at most 30 days$/ })
  expect(link.getAttribute('href')).toBe('/trials/1/study-packs?status=active&expiry=allocatable_30_days')
  expect(document.body.textContent).toContain('CEDAR · earliest last day: 5 Dec 2026')
})

test('the stock of each site is shown beside its alert level, low ones first', async () => {
  const at = (id: number, site_id: number, expire_on: string | null) =>
    aShownPack({ id, site_id, expire_on, duration: 0, study_pack_status_id: 2 })
  const [queens, abbey] = [
    { id: 11, title: 'Queens', is_deleted: false, low_pack_level: 1 },
    { id: 12, title: 'Abbey', is_deleted: false, low_pack_level: 4 },
  ]
  const packs = [at(1, 11, '2026-12-10'), at(2, 11, '2026-12-10'), at(3, 11, null), at(4, 12, '2027-05-31'), OLD]
  opensHome({ ...AS_PHARMACIST, packs, trial: { sites: [queens, abbey] } })
  const stock = await screen.findByRole('table', { name: 'Stock' })
  expect([...stock.querySelectorAll('tr')].map((row) => [...row.children].map(wordsOf))).toEqual([
    ['Trial', 'Site', 'Can be allocated', 'Alert level', 'Expires first'],
    ['CEDAR', 'Abbey', 'Low 1', '4', '1 on 31 May 2027'],
    ['CEDAR', 'Queens', '3', '1', '2 on 10 Dec 2026'],
  ])
})

test('a site without an allocatable pack says so, whatever its level', async () => {
  opensHome({ ...AS_PHARMACIST, packs: [OLD] })
  const stock = await screen.findByRole('table', { name: 'Stock' })
  expect(wordsOf(stock)).toContain('None left 0')
})

test.each([
  ['done', 'Saved'],
  ['waiting', 'Waiting to send'],
  ['attention', 'Refused'],
] as const)('a pack dispensed on this tablet whose record is %s says %s', async (state, words) => {
  const author = { sub: String(ME.id), name: ME.name }
  const receipt = state === 'done' ? { receipt: { dispensed: [47] } } : {}
  hasInOutbox(
    stored({ ...aNewDispense('dispense', [47]), author, trial: { id: 1, title: 'CEDAR' } }, { state, ...receipt }),
  )
  opensHome({ ...HOME, packs: [{ ...OLD, study_pack_status_id: 6 }] })
  const last = await screen.findByRole('table', { name: 'Last dispensed' })
  const cells = [...last.querySelectorAll('tbody td')].map(wordsOf)
  expect(cells).toEqual(['CB-10047', 'CEDAR', '59', '21 Nov 2026, 11:59', words])
})

test('a person who may not dispense sees neither the queue nor the field', async () => {
  opensHome(AS_VIEWER)
  await screen.findByRole('link', { name: /^Find participant/ })
  expect(screen.queryByRole('heading', { name: 'Packs to dispense' })).toBeNull()
  expect(screen.queryByLabelText('Pack ID')).toBeNull()
})

test('from the store, the queue stays with its age, and so does the link to each pack', async () => {
  opensStoredHome(HOME)
  const rows = await queue()
  expect(rows[0]).toContain('2 days 19 Nov 2026, 08:00 CB-10047')
  expect(screen.getByRole('link', { name: 'Dispense pack CB-10047' })).toBeDefined()
  const section = screen.getByRole('region', { name: 'Packs to dispense' })
  expect(wordsOf(section)).toContain('Last updated 09:48 (12 min ago)')
})

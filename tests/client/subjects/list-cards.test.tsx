// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { openApp } from '../open-app'
import { wordsOf } from '../shown-table'
import { LISTS } from './shown-lists'

/* Every list on a screen of less than 768 px: each value of a table's row is on its card. */

/** The width of a small tablet held upright, in px. */
const NARROW = 744

/** The cards of each list, in their order. */
const CARDS: Record<string, string[]> = {
  trials: [
    '1The International Stroke Trial, UK Started 10 of 365 Planned end 5 Jan 2027',
    '2Cedar Planning Blinded 0 of 1,200 Planned end 5 Jan 2027',
  ],
  'trials on this device': ['1The International Stroke Trial, UK Started Planned end 5 Jan 2027'],
  participants: [
    'P-9no. 12 Flagged Blinded A-1 Queens · 21 Nov 2026, 10:00 Actions',
    'no. 11 Unflagged Aspirin A-2, B-2 Queens · 1 Jul 2026, 13:00 Flag',
  ],
  'participants of a trial without ids and packs': ['no. 12 Unflagged Blinded Queens · 21 Nov 2026, 10:00 Flag'],
  'participants on this device': ['no. 13 Unflagged Site 99 Flag', 'P-9no. 12 Flagged Queens Unflag'],
  'study packs': [
    'Batch B1 2 packs',
    'A-10001 Active Queens Last possible allocation date 3 Mar 2027 · 28 days · Aspirin Actions',
    'A-10002 Removed No site No last possible allocation date · Aspirin',
    'Batch B2 1 pack',
    'C-1 Active Site 99 Last possible allocation date 3 Mar 2027 · 28 days Actions',
  ],
  'study packs of somebody who is blinded': [
    'Batch B1 1 pack',
    'A-10001 Active Queens Last possible allocation date 3 Mar 2027 · 28 days Actions',
  ],
  'study packs on this device': [
    'Batch B1 2 packs',
    'A-10001 Allocated (not dispensed) Queens Participant 12 Last possible allocation date 3 Mar 2027 · Expires 31 Mar 2027 · 28 days Dispense',
    'A-10002 Active No site Last possible allocation date 3 Mar 2027 · 28 days',
  ],
  'users of a trial': [
    '4Grace Okafor (you) Trial administrator Unblinded View',
    '9Keel Inactive Expired Site user, Queens Blinded: full Delegated unblind Delegated pack management Trial viewer Blinded: label replacement Actions',
  ],
  'waiting list': [
    'STA-031 Place free 20 Nov 2026, 10:00 Grace Okafor Queens Randomise Remove',
    'STA-032 No place yet From Tuesday on 20 Nov 2026, 10:00 Grace Okafor Queens Remove',
  ],
  'e-mails of a trial': [
    'Randomisation Participant 12 (P-9) Keel <keel@example.org> Sent Queued 21 Nov 2026, 09:00, sent 21 Nov 2026, 09:00, 1 attempt Send again',
    'Randomisation Participant 12 (P-9) Keel <keel@example.org> Failed Reason: Mailbox full Queued 21 Nov 2026, 09:00, 5 attempts Send again',
    'Trial status Started → Paused Keel <keel@example.org> Sent Queued 21 Nov 2026, 09:00, sent 21 Nov 2026, 09:00, 1 attempt Send again',
  ],
  users: [
    '9Keel keel@example.org Not invited Active System user',
    '10Ada ada@example.org Invited until 27 Nov 2026 Inactive',
    '11Ben ben@example.org Associated Inactive Expired',
  ],
  'permissions of a user': [
    'Site user The International Stroke Trial, UK (1), Queens Details',
    'System administrator Whole service Details',
  ],
  'accounts that a user signs in with': [
    'Academic federation 1 Nov 2026, 09:00 Delete',
    'gone 2 Nov 2026, 09:00 Delete',
  ],
  'the audit log': [
    '9 Study packs Study pack K-1 dispensed Participant 12Pack K-1 Grace Okafor (ID 4) Trial 1 20 Nov 2026, 10:00 Details',
    '8 Service Reviewed Backup taken System 20 Nov 2026, 10:00 Details',
  ],
  'where one is signed in': [
    'Firefox on Linux Academic federation Signed in 21 Nov 2026, 08:00, last seen 21 Nov 2026, 09:59 This session',
    'Unknown device Provider not known Signed in 20 Nov 2026, 08:00, last seen 20 Nov 2026, 09:00 Sign out there',
  ],
}

test.each(Object.entries(LISTS))('%s: every card', async (called, { name, at, replies }) => {
  const before = window.innerWidth
  Object.assign(window, { innerWidth: NARROW })
  onTestFinished(() => void Object.assign(window, { innerWidth: before }))
  openApp(at, replies)
  const list = await screen.findByRole('list', { name })
  await within(list).findAllByRole('listitem')
  expect([...list.children].map(wordsOf)).toEqual(CARDS[called])
})

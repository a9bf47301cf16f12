import { expect } from 'vitest'
import { SAMPLE_ACCOUNTS } from '../../src/server/doors/idp/sample-accounts'
import { dispensingTrial, servedAt, type Served } from '../support/dispensing'
import { flag } from '../support/flag'
import { isFull } from '../support/full'
import { journeys } from '../support/journey'
import { unblind } from '../support/participant-actions'
import { signedInAs } from '../support/sign-in'
import { act } from '../support/study-packs'
import type { Visitor } from '../support/visitor'
import { dumpOf, waitsForStored } from '../support/ward'

/*
 * The data on a tablet after a long session, for every role, and the remains after the sign-out
 * (src/specification/offline.md#never-on-the-device).
 */

const test = journeys('people', { hasWorker: true }).extend('story', { scope: 'file' }, async ({ portal }) => {
  const trial = await dispensingTrial(portal, {
    is_stratified: true,
    trial_strata: [{ name: 'Sex', options: ['Female-of-sex', 'Male-of-sex'] }],
  })
  const served = await servedAt(trial)
  const [{ id: site } = { id: 0 }] = trial.sites
  await flag(await signedInAs(portal, 'monitor'), trial, served, { comment: 'Fell-out-of-bed' })
  await unblind(await signedInAs(portal, 'administrator'), served, { comment: 'Severe-bleeding' })
  const spare = await trial.pack('active', { site_id: site, pack_id: 'SPARE-1' })
  await act(trial, trial.people.administrator, 'expire', { study_pack_id: spare, comment: 'Cold-chain-broken' })
  return { trial_id: trial.trial_id, pages: pagesOf(trial.trial_id, served) }
})

/** The pages of a long session: every page that any role may see. */
const pagesOf = (trialId: number, { id, pack }: Served): string[] => {
  const at = `/trials/${trialId}`
  return [
    '/',
    '/trials',
    '/trials/4040',
    at,
    `${at}/participants`,
    `${at}/participants/${id}`,
    `${at}/participants/new`,
    `${at}/study-packs`,
    `${at}/study-packs/${pack.id}`,
    `${at}/reports/view?report=long`,
    `${at}/users`,
    `${at}/messages`,
    `${at}/settings`,
    `${at}/proof`,
    '/users',
    '/audit-logs',
    '/reports/view',
    '/simulation',
    '/user-profile',
    '/diagnostics',
  ]
}

/** Texts by other people in the story of the trial. */
const WORDS_OF_OTHERS = ['Fell-out-of-bed', 'Severe-bleeding', 'Cold-chain-broken']

/** Patterns that would reveal a group, the method of allocation, the people who acted, or a written text. */
const FORBIDDEN = new RegExp(
  [
    'Zanamivir|Oseltamivir|Kit [KL]|study_group|group_id',
    'weight|block_size|strat[au]|-of-sex|seed|nonce|sample_size|commitment|ledger',
    'audit|is_unblinded|ip_address|messages|subject',
    ...WORDS_OF_OTHERS,
  ].join('|'),
)

/**
 * The remains after a person has signed out: facts about the installation, and answers to questions that are asked
 * once.
 */
const PREFERENCES = [
  'equipoise.client-id',
  'equipoise.install-hint-read',
  // The name and logo of the service, and whether it is for practice only.
  'equipoise.instance',
  // The latest time that this device's clock has shown, without a name.
  'equipoise.latest-time',
  // The time at which this device was last touched, without a name.
  'equipoise.last-touch',
  'equipoise.lost-since',
  'equipoise.outbox',
  'equipoise.persistence-asked',
  'equipoise.request-counter',
  // The error of this device's clock.
  'equipoise.server-clock',
]

/** The router's scroll positions of a tab, by the places in its history. */
const SCROLLED = 'tsr-scroll-restoration-v1_3'

type Dump = {
  databases: [name: string, table: string, rows: unknown[]][]
  answers: string[]
  local: [key: string, value: string][]
  tab: [key: string, value: string][]
}

const dumped = async (who: Visitor): Promise<Dump> => JSON.parse(await dumpOf(who))

/** The people who see most and least; everybody in a full run. */
const PEOPLE = SAMPLE_ACCOUNTS.filter(({ key }) => isFull || key === 'administrator' || key === 'blinded-nurse')

test.for(PEOPLE)('as the $key, and afterwards', async ({ key }, { arrive, story }) => {
  const person = await arrive({ as: key })
  // The pages include those of a trial that they may not see.
  person.expectsError(/status of 40[34]/)
  await person.opens('/')
  await person.reloadsFromTheDevice()
  for (const page of story.pages) {
    await person.opens(page)
    await person.page.waitForLoadState('networkidle')
  }
  await waitsForStored(person, story.trial_id)
  const token = (await person.token()) ?? 'nobody is signed in'
  const { local, ...elsewhere } = await dumped(person)
  const text = JSON.stringify(elsewhere)
  expect(text).toContain('/participants/snapshot')
  expect(text).not.toContain(token)
  expect(elsewhere.answers).toEqual([])
  expect(FORBIDDEN.exec(text)).toBeNull()
  expect(FORBIDDEN.exec(JSON.stringify(local))).toBeNull()

  await person.signsOut()
  await expect.poll(async () => (await dumped(person)).databases.filter(([, , rows]) => rows.length > 0)).toEqual([])
  const left = await dumped(person)
  const keys = [...left.local, ...left.tab].map(([name]) => name).filter((name) => !PREFERENCES.includes(name))
  expect([keys, left.answers]).toEqual([[SCROLLED], []])
})

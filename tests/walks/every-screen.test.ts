import { IDENTITY_PROVIDERS, returnPath } from '#domain/sign-in/identity'
import { expect } from 'vitest'
import { DO_NOT_RANDOMISE_AGAIN, NOT_RANDOMISED, RANDOMISED } from '../../src/client/safety-words'
import { journeys } from '../support/journey'
import type { JourneyPortal } from '../support/journey-portal'
import { openWallView } from '../support/open-wall-view'
import { aTrialWithWaitingList } from '../support/own-list'
import { faultsOf, type Screen } from '../support/screen-faults'
import type { Visitor } from '../support/visitor'
import { ASKING, confirms, fillsIn, RANDOMISING } from '../support/wizard'

/*
 * Every screen in its states: no violation of axe in either scheme, no sideways scrolling, no target too small for a
 * finger, nothing refused by the content security policy.
 */

const test = journeys('sample')

/** The sample's trials, in the order of their creation. */
const [STROKE, KEEL, CEDAR, LANTERN] = [1, 2, 5, 6]
const WIZARD = `/trials/${STROKE}/participants/new`

const PATIENT = {
  site: 'Hospital 6',
  strata: {
    Sex: 'Male',
    Consciousness: 'Fully alert',
    'Age group': '65 to 74',
    Delay: 'Up to 6 hours',
    'Stroke type': 'Other',
  },
}

test("a visitor's screens", async ({ arrive, portal }) => {
  const visitor = await arrive()
  const screens: Screen[] = [
    { screen: 'welcome', path: '/', heading: /^Welcome to/ },
    { screen: 'sign-in', path: '/sign-in', heading: 'Sign in' },
    { screen: 'not found', path: '/nowhere', heading: 'Resource not found' },
    {
      screen: 'diagnostics',
      path: '/diagnostics',
      heading: 'About this device',
      afterwards: (who) => who.sees('Outbox'),
    },
    { screen: 'help', path: '/help', heading: 'Help' },
    { screen: 'help, searched', path: '/help?q=offline', heading: 'Help' },
    { screen: 'help for a role', path: '/help/pharmacist', heading: 'Pharmacists' },
    { screen: 'help for operators', path: '/help/production', heading: 'In production' },
    ...IDENTITY_PROVIDERS.map((provider) => ({
      screen: `return from ${provider.title}`,
      path: returnPath(provider, 'university'),
      heading: 'Sign in',
    })),
    {
      screen: 'sample provider',
      path: '/sign-in',
      heading: 'Sign in',
      afterwards: async (who) => {
        await who.presses('University single sign-on', 'link')
        await who.seesHeading('Choose a sample account')
      },
    },
  ]
  expect(await faultsOf(visitor, portal, screens)).toEqual({})
})

test("a nurse's screens", async ({ arrive, portal }) => {
  const nurse = await arrive({ as: 'nurse' })
  nurse.expectsError(/status of 404/)
  const screens: Screen[] = [
    { screen: 'home', path: '/', heading: /^Welcome/, afterwards: (who) => who.sees('Started') },
    { screen: 'trials', path: '/trials', heading: 'Trials', afterwards: (who) => who.sees('KEEL') },
    { screen: 'trials, filtered', path: '/trials?q=stroke&status=started', heading: 'Trials' },
    { screen: 'no trials', path: '/trials?q=nobody', heading: 'No trials found' },
    { screen: 'overview', path: `/trials/${STROKE}`, heading: 'By site' },
    { screen: 'overview with packs', path: `/trials/${CEDAR}`, heading: 'Study packs' },
    {
      screen: 'participants',
      path: `/trials/${STROKE}/participants`,
      heading: 'Participants',
      afterwards: (who) => who.sees('Hospital 6'),
    },
    {
      screen: 'participants with packs',
      path: `/trials/${CEDAR}/participants`,
      heading: 'Participants',
      afterwards: (who) => who.sees('STA-'),
    },
    { screen: 'no participants', path: `/trials/${STROKE}/participants?q=nobody`, heading: 'No participants found' },
    { screen: 'forbidden', path: `/trials/${STROKE}/settings`, heading: 'You do not have permission to see this' },
    { screen: 'simulation', path: '/simulation', heading: 'You do not have permission to see this' },
    { screen: 'unknown trial', path: '/trials/4040', heading: 'Resource not found' },
    { screen: 'jump to', path: '/', heading: /^Welcome/, afterwards: jumpsTo },
    {
      screen: 'randomise: closed',
      path: `/trials/${LANTERN}/participants/new`,
      heading: 'You cannot randomise now',
    },
    { screen: 'waiting list', path: `/trials/${LANTERN}/waiting-list`, heading: 'Waiting list' },
    { screen: 'randomise: input', path: WIZARD, heading: 'Participant details' },
    {
      screen: 'randomise: input with a participant id',
      path: `/trials/${CEDAR}/participants/new`,
      heading: 'Participant details',
    },
    {
      screen: 'randomise: faults',
      path: WIZARD,
      heading: 'Participant details',
      afterwards: (who) => who.presses('Continue'),
    },
    { screen: 'randomise: confirm', path: WIZARD, heading: 'Participant details', afterwards: readsBack },
    { screen: 'randomise: finish', path: WIZARD, heading: 'Participant details', afterwards: finishes },
  ]
  expect(await faultsOf(nurse, portal, screens)).toEqual({})
})

test("a nurse's screens when the connection fails", async ({ arrive, portal }) => {
  const nurse = await arrive({ as: 'nurse' })
  nurse.expectsError(/ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/)
  const screens: Screen[] = [
    {
      screen: 'randomise: nothing happened',
      path: WIZARD,
      heading: 'Participant details',
      afterwards: nothingHappens,
    },
    { screen: 'randomise: not known', path: WIZARD, heading: 'Participant details', afterwards: getsNoAnswer },
  ]
  expect(await faultsOf(nurse, portal, screens)).toEqual({})
})

test('the screens of blinded people', async ({ arrive, portal }) => {
  const nurse = await arrive({ as: 'blinded-nurse' })
  const screens: Screen[] = [
    { screen: 'overview', path: `/trials/${STROKE}`, heading: 'By site' },
    {
      screen: 'participants',
      path: `/trials/${STROKE}/participants`,
      heading: 'Participants',
      afterwards: (who) => who.sees('Hospital 6'),
    },
    { screen: 'randomise: finish', path: WIZARD, heading: 'Participant details', afterwards: finishes },
  ]
  expect(await faultsOf(nurse, portal, screens)).toEqual({})
})

test('the screens of a person who may unblind', async ({ arrive, portal }) => {
  const unblinder = await arrive({ as: 'unblinder' })
  const list = { path: `/trials/${STROKE}/participants`, heading: 'Participants' }
  const screens: Screen[] = [
    { screen: 'actions', ...list, menuOf: /^Actions: participant/ },
    { screen: 'unblind', ...list, afterwards: asksToUnblind },
    { screen: 'unblinded', ...list, afterwards: unblinds },
    { screen: 'participant', ...list, afterwards: opensParticipant },
    { screen: 'wrong stratum, not seen', ...list, afterwards: (who) => recordsError(who, 'Wrong stratum') },
    {
      screen: 'inadvertent unblinding',
      ...list,
      afterwards: async (who) => {
        await opensParticipant(who)
        await who.presses('Record an inadvertent unblinding')
        await who.seesHeading('Record an inadvertent unblinding')
      },
    },
  ]
  expect(await faultsOf(unblinder, portal, screens)).toEqual({})
})

test("an administrator's screens", async ({ arrive, portal }) => {
  const administrator = await arrive({ as: 'administrator' })
  const screens: Screen[] = [
    { screen: 'overview', path: `/trials/${STROKE}`, heading: 'By site' },
    { screen: 'overview as tables', path: `/trials/${STROKE}`, heading: 'By site', afterwards: turnsToTables },
    { screen: 'overview of a finished trial', path: `/trials/${KEEL}`, heading: 'By site' },
    {
      screen: 'keyboard shortcuts',
      path: `/trials/${STROKE}/participants`,
      heading: 'Participants',
      afterwards: opensShortcuts,
    },
    {
      screen: 'participants',
      path: `/trials/${STROKE}/participants`,
      heading: 'Participants',
      afterwards: unfoldsDetails,
    },
    {
      screen: 'participants: flag without a comment',
      path: `/trials/${STROKE}/participants`,
      heading: 'Participants',
      afterwards: asksToFlag,
    },
    {
      screen: 'participants, filtered',
      path: `/trials/${STROKE}/participants?flag_status=Flagged&q=none`,
      heading: 'No participants found',
    },
    {
      screen: 'export menu',
      path: `/trials/${STROKE}/participants`,
      heading: 'Participants',
      menuOf: 'Export',
    },
    {
      screen: 'pack menu',
      path: `/trials/${CEDAR}/study-packs`,
      heading: 'Study packs',
      menuOf: /^Actions: pack/,
    },
    {
      screen: 'user menu',
      path: `/trials/${STROKE}/users`,
      heading: 'User Permissions',
      menuOf: /^Actions: /,
    },
    { screen: 'leave menu', path: '/', heading: /^Welcome/, menuOf: /^Account menu/ },
    {
      screen: 'participant: wrong stratum',
      path: `/trials/${CEDAR}/participants`,
      heading: 'Participants',
      afterwards: (who) => recordsError(who, 'Wrong stratum'),
    },
    {
      screen: 'participant: randomised twice',
      path: `/trials/${CEDAR}/participants`,
      heading: 'Participants',
      afterwards: (who) => recordsError(who, 'Randomised twice'),
    },
    {
      screen: 'e-mails',
      path: `/trials/${STROKE}/messages`,
      heading: 'Emails',
      afterwards: (who) => who.sees('Unblinding'),
    },
    { screen: 'no e-mails', path: `/trials/${KEEL}/messages`, heading: 'No emails found' },
    { screen: 'settings', path: `/trials/${STROKE}/settings`, heading: 'General details' },
    { screen: 'settings with packs', path: `/trials/${CEDAR}/settings`, heading: 'General details' },
    { screen: 'proof', path: `/trials/${STROKE}/proof`, heading: 'Guessability' },
    { screen: 'reveal', path: `/trials/${KEEL}/proof`, heading: 'Guessability', afterwards: asksToReveal },
    { screen: 'simulation', path: `/simulation?trial=${CEDAR}`, heading: 'Randomisation' },
    { screen: 'simulation: figures', path: '/simulation', heading: 'Randomisation', afterwards: simulates },
    { screen: 'change status', path: `/trials/${STROKE}`, heading: 'By site', afterwards: asksToTerminate },
    { screen: 'wall views', path: `/trials/${STROKE}`, heading: 'By site', afterwards: asksForWallViews },
  ]
  expect(await faultsOf(administrator, portal, screens)).toEqual({})
})

test('a trial on a wall', async ({ arrive, portal }) => {
  await openWallView(portal, STROKE, 'corridor')
  const visitor = await arrive()
  visitor.expectsError(/status of 404/)
  const screens: Screen[] = [
    { screen: 'wall view', path: '/wall?view=corridor', heading: 'The International Stroke Trial, UK' },
    { screen: 'no such wall view', path: '/wall?view=none', heading: 'There is no such view' },
  ]
  expect(await faultsOf(visitor, portal, screens)).toEqual({})
})

test('a list made elsewhere, as its author and as a person who confirms it', async ({ arrive, portal }) => {
  const { trial } = await aTrialWithWaitingList(portal, 'coordinator')
  const ofTrial = { path: `/trials/${trial.trial_id}/list`, heading: /needs a second person$/ }
  const screens: Screen[] = [
    { screen: 'list', ...ofTrial },
    {
      screen: 'list: review',
      ...ofTrial,
      afterwards: async (who) => {
        await who.presses(/^Review/)
        await who.seesHeading(/^Review list/)
      },
    },
  ]
  expect(await faultsOf(await arrive({ as: 'administrator' }), portal, screens)).toEqual({})
  const upload: Screen[] = [{ screen: 'upload', path: '/allocation-lists', heading: 'Lists of allocations' }]
  expect(await faultsOf(await arrive({ as: 'coordinator' }), portal, upload)).toEqual({})
})

test('where motion is reduced, no change of colours begins a transition', async ({ arrive }) => {
  const visitor = await arrive()
  await visitor.page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
  await visitor.opens('/')
  await visitor.seesHeading(/^Welcome to/)
  // Counted in the same task: an animation may be over a millisecond later.
  const begun = await visitor.page.evaluate(() => {
    document.documentElement.dataset['mantineColorScheme'] = 'dark'
    return document.getAnimations().length
  })
  expect(begun).toBe(0)
})

test('the documentation of the API is shown within the content security policy', async ({ arrive }) => {
  const visitor = await arrive()
  await visitor.opens('/api/docs')
  await visitor.seesHeading(/^Equipoise/)
})

const jumpsTo = async (who: Visitor) => {
  await who.presses(/^Jump to/)
  await who.page.getByPlaceholder('Search participants, packs, trials and screens').fill('stroke')
  await who.page.getByRole('dialog').getByText('The International Stroke Trial, UK').first().waitFor()
}

/** By the button: a page that has just been opened does not listen to keys yet. */
const opensShortcuts = async (who: Visitor) => {
  await who.presses(/^Jump to participant or page/)
  await who.presses('Keyboard shortcuts')
  await who.page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
}

const readsBack = async (who: Visitor) => {
  await fillsIn(who, PATIENT)
  await who.presses('Continue')
  await who.seesHeading('Check your answers')
}

const finishes = async (who: Visitor) => {
  await confirms(who, PATIENT)
  await who.seesHeading(RANDOMISED)
}

const nothingHappens = async (who: Visitor, { front }: JourneyPortal) => {
  front.inflict('question_lost', RANDOMISING)
  await confirms(who, PATIENT)
  await who.sees(NOT_RANDOMISED.words)
}

const getsNoAnswer = async (who: Visitor, { front }: JourneyPortal) => {
  for (const target of [RANDOMISING, ASKING]) front.inflict('question_lost', target)
  await confirms(who, PATIENT)
  await who.sees(DO_NOT_RANDOMISE_AGAIN)
}

const asksForWallViews = async (who: Visitor) => {
  await who.presses('Wall view')
  await who.seesHeading('Wall view')
}

const turnsToTables = async (who: Visitor) => {
  for (const choice of await who.page.getByText('Table', { exact: true }).all()) await choice.click()
}

const unfoldsDetails = async (who: Visitor) => {
  await who
    .finds('button', /^Details of participant/)
    .first()
    .click()
  await who.sees('Consciousness')
}

const opensActions = async (who: Visitor) => {
  await who
    .finds('button', /^Actions: participant/)
    .first()
    .click()
  await who.finds('menuitem', 'Flag').waitFor()
}

const asksToFlag = async (who: Visitor) => {
  await who
    .finds('button', /^Flag: participant/)
    .first()
    .click()
  await who.presses(/^Flag participant/)
  await who.sees('Please enter a comment')
}

const asksToUnblind = async (who: Visitor) => {
  await opensActions(who)
  await who.presses('Unblind', 'menuitem')
  await who.page.getByRole('textbox', { name: 'Comment' }).fill('Severe bleeding')
}

const unblinds = async (who: Visitor) => {
  await asksToUnblind(who)
  await who.presses(/^Unblind participant/)
  await who.finds('button', 'Hide the study group').waitFor()
}

const opensParticipant = async (who: Visitor) => {
  await who
    .finds('link', /^Participant \d/)
    .first()
    .click()
  await who.sees(/^Randomised at/)
}

const recordsError = async (who: Visitor, kind: string) => {
  await opensParticipant(who)
  await who.presses('Record an error')
  await who.page.getByLabel(kind).check()
  await who.finds('button', 'Record the error').waitFor()
}

const asksToReveal = async (who: Visitor) => {
  await who.presses('Reveal seed')
  await who.page.getByRole('textbox', { name: 'Reason' }).fill('The results are published')
}

const simulates = async (who: Visitor) => {
  await who.page.getByRole('textbox', { name: 'Simulated trials' }).fill('50')
  await who.presses('Simulate')
  await who.seesHeading('Key figures')
}

const asksToTerminate = async (who: Visitor) => {
  await who.presses('Change status')
  await who.page.getByLabel('Terminate trial').check()
  await who.page.getByRole('textbox', { name: 'Reason' }).fill('The committee has said so')
  await who.presses('Terminate trial')
  await who.sees('Are you sure you wish to set this trial to the Terminated state?')
}

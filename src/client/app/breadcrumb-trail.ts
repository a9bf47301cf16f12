import { ERRORS } from '#contract/errors'
import { idInAddress } from '#contract/fields'
import * as v from 'valibot'
import { paths } from '../paths'

/** One step of the trail. The step of a trial shows its title, which the page has to fetch. */
export type Crumb =
  | {
      label: string
      link: ReturnType<
        (typeof paths)[
          | 'home'
          | 'trials'
          | 'participants'
          | 'studyPacks'
          | 'trialUsers'
          | 'trialReports'
          | 'reports'
          | 'users'
          | 'user'
          | 'idpAssociation']
      >
    }
  | { trial_id: number; link: ReturnType<(typeof paths)['trial']> }
  | { label: string; link: null }

/** The trail from the home page to a page, which comes last. Home has none. */
export const breadcrumbTrail = (pathname: string): Crumb[] => {
  const [place, id, ...rest] = pathname.split('/').filter((part) => part !== '')
  if (place === undefined) return []
  if (place === 'trials' && id === undefined) return [home, here('Trials')]
  if (place === 'trials' && id === 'new' && rest.length === 0) return [home, trials, here('Create new trial')]
  if (place === 'trials' && id !== undefined && v.is(idInAddress, id)) return trialTrail(Number(id), rest.join('/'))
  if (place === 'users') return [home, ...usersTrail(id, rest.join('/'))]
  if (place === 'reports' && rest.length === 0) return [home, ...reportsTrail(id)]
  if (id === undefined && place === 'user-profile') return [home, here('User profile')]
  if (id === undefined && place === 'audit-logs') return [home, here('Auditing')]
  if (id === undefined && place === 'timezones') return [home, here('Supported time zones')]
  if (id === undefined && place === 'outbox') return [home, here('Outbox')]
  if (id === undefined && place === 'diagnostics') return [home, here('About this device')]
  if (id === undefined && place === 'simulation') return [home, here('Simulation')]
  if (id === undefined && (place === 'sign-in' || place.endsWith('-return'))) return [home, here('Sign in')]
  if (id === undefined && place === 'idp-association') return [home, here('Invitation')]
  if (id === undefined && place === 'lti-creation')
    return [home, { label: 'Invitation', link: paths.idpAssociation() }, here('Create external identity')]
  return [home, nowhere]
}

const reportsTrail = (page: string | undefined): Crumb[] => {
  if (page === undefined) return [here('Reports')]
  return [{ label: 'Reports', link: paths.reports() }, page === 'view' ? here('Management report') : nowhere]
}

const usersTrail = (id: string | undefined, page: string): Crumb[] => {
  const users: Crumb = { label: 'Users', link: paths.users() }
  if (id === undefined) return [here('Users')]
  if (id === 'invite' && page === '') return [users, here('Invite users')]
  if (id === 'broadcast' && page === '') return [users, here('Message broadcast')]
  if (id === 'new' && page === '') return [users, here('Create new user')]
  if (id === 'new' && page === 'multiple') return [users, here('Create multiple users')]
  if (!v.is(idInAddress, id)) return [users, nowhere]
  const label = `User ${id}`
  const user: Crumb = { label, link: paths.user(Number(id)) }
  switch (page) {
    case '':
      return [users, here(label)]
    case 'permissions':
      return [users, user, here('Permissions')]
    case 'auth':
      return [users, user, here('Authentication')]
    default:
      return [users, user, nowhere]
  }
}

const trialTrail = (trialId: number, page: string): Crumb[] => {
  const trial: Crumb = { trial_id: trialId, link: paths.trial(trialId) }
  switch (page) {
    case '':
      return [home, trials, trial]
    case 'participants':
      return [home, trials, trial, here('Participants')]
    case 'participants/new':
      return [home, trials, trial, { label: 'Participants', link: paths.participants(trialId) }, here('Randomise')]
    case 'study-packs':
      return [home, trials, trial, here('Study packs')]
    case 'study-packs/dispense':
      return [home, trials, trial, studyPacksOf(trialId), here('Dispense')]
    case 'study-packs/import':
      return [home, trials, trial, studyPacksOf(trialId), here('Import')]
    case 'study-packs/label-generator':
      return [home, trials, trial, studyPacksOf(trialId), here('Packs and labels')]
    case 'users':
      return [home, trials, trial, here('User permissions')]
    case 'users/new':
      return [home, trials, trial, usersOf(trialId), here('Add user')]
    case 'users/new/multiple':
      return [home, trials, trial, usersOf(trialId), here('Add multiple users')]
    case 'reports':
      return [home, trials, trial, here('Reports')]
    case 'reports/view':
      return [home, trials, trial, { label: 'Reports', link: paths.trialReports(trialId) }, here('Report')]
    case 'messages':
      return [home, trials, trial, here('Emails')]
    case 'settings':
      return [home, trials, trial, here('Settings')]
    case 'proof':
      return [home, trials, trial, here('Proof')]
    default:
      return [home, trials, trial, ...recordTrail(trialId, page)]
  }
}

/** `participants/12`: the page of one record below its list. */
const recordTrail = (trialId: number, page: string): Crumb[] => {
  const [list, id, ...rest] = page.split('/')
  if (!v.is(idInAddress, id) || rest.length > 0) return [nowhere]
  switch (list) {
    case 'participants':
      return [{ label: 'Participants', link: paths.participants(trialId) }, here('Participant')]
    case 'study-packs':
      return [studyPacksOf(trialId), here('Study pack')]
    case undefined:
    default:
      return [nowhere]
  }
}

const studyPacksOf = (trialId: number): Crumb => ({ label: 'Study packs', link: paths.studyPacks(trialId) })

const usersOf = (trialId: number): Crumb => ({ label: 'User permissions', link: paths.trialUsers(trialId) })

const here = (label: string): Crumb => ({ label, link: null })
const home: Crumb = { label: 'Home', link: paths.home() }
const trials: Crumb = { label: 'Trials', link: paths.trials() }
const nowhere = here(ERRORS.not_found.message)

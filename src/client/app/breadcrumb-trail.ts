import { ERRORS } from '#contract/errors'
import { idInAddress } from '#contract/fields'
import * as v from 'valibot'
import { paths } from '../paths'

/** One step of the way to a page. A trial's step is named by its title, which the page has to fetch. */
export type Crumb =
  | { label: string; link: ReturnType<(typeof paths)['home' | 'trials' | 'participants']> }
  | { trial_id: number; link: ReturnType<(typeof paths)['trial']> }
  | { label: string; link: null }

/** The way to a page, from the home page on; the page itself comes last. Home has none (specification 001, section 2). */
export const breadcrumbTrail = (pathname: string): Crumb[] => {
  const [place, id, ...rest] = pathname.split('/').filter((part) => part !== '')
  if (place === undefined) return []
  if (place === 'trials' && id === undefined) return [home, here('Trials')]
  if (place === 'trials' && id !== undefined && v.is(idInAddress, id)) return trialTrail(Number(id), rest.join('/'))
  if (id === undefined && place === 'simulation') return [home, here('Simulation')]
  if (id === undefined && (place === 'sign-in' || place.endsWith('-return'))) return [home, here('Sign in')]
  return [home, nowhere]
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
    case 'messages':
      return [home, trials, trial, here('E-mails')]
    case 'settings':
      return [home, trials, trial, here('Settings')]
    case 'proof':
      return [home, trials, trial, here('Proof')]
    default:
      return isParticipant(page)
        ? [home, trials, trial, { label: 'Participants', link: paths.participants(trialId) }, here('Participant')]
        : [home, trials, trial, nowhere]
  }
}

/** `participants/12`: the page of one participant. */
const isParticipant = (page: string): boolean => {
  const [list, id, ...rest] = page.split('/')
  return list === 'participants' && v.is(idInAddress, id) && rest.length === 0
}

const here = (label: string): Crumb => ({ label, link: null })
const home: Crumb = { label: 'Home', link: paths.home() }
const trials: Crumb = { label: 'Trials', link: paths.trials() }
const nowhere = here(ERRORS.not_found.message)

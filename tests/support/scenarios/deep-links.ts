import { DO_NOT_RANDOMISE_AGAIN } from '../../../src/client/safety-words'
import { OFFLINE_REASONS } from '../../../src/client/offline-reasons'
import { dispensingTrial, servedAt, type Served } from '../dispensing'
import { countEffects } from '../effect-count'
import { until } from '../until'
import { dumpOf, isSignedIn, NOBODY_ANSWERS, opensWard } from '../ward'
import { nothingOf, type Scenario } from './scenario'
import { MAY_BE_QUIET } from './ground'

const KEPT = /Last updated \d{2}:\d{2}/
const CONTACT = 'Trial office, 0131 496 0000'

export const DEEP_LINKS: Scenario = {
  name: 'deep links offline',
  given: 'a tablet without the server',
  when: 'every page of the app is opened by its address',
  outcome: 'each shows what is kept or says why not',
  walk: async ({ portal, device }) => {
    const trial = await dispensingTrial(portal, { org_contact_name: CONTACT })
    const served = await servedAt(trial)
    const counted = await countEffects(portal, trial)
    const administrator = await device.switchOn()
    await administrator.opens('/')
    await isSignedIn(administrator, portal, 'administrator')
    await opensWard(administrator, trial.trial_id)
    for (const [path, scope] of [
      ['/', '"/api/v1/trials?page_size='],
      ['/trials', '"/api/v1/trials?"'],
      [`/trials/${trial.trial_id}/study-packs`, `"/api/v1/trials/${trial.trial_id}/study-packs?"`],
      ['/timezones', '"/api/v1/timezones?"'],
    ] as const) {
      await administrator.opens(path)
      await until(`${scope} is kept`, async () => (await dumpOf(administrator)).includes(`"scope":${scope}`))
    }
    administrator.allowsError(NOBODY_ANSWERS, MAY_BE_QUIET)
    await portal.front.goDown()
    for (const [path, words] of pagesOf(trial.trial_id, served)) {
      await administrator.opens(path)
      const shown = async () => {
        const page = await administrator.evaluates(() => document.querySelector('main')?.innerText ?? '', '')
        return page.replaceAll(/\s+/g, ' ')
      }
      const isShown = async () => {
        const page = await shown()
        return typeof words === 'string' ? page.includes(words) : words.test(page)
      }
      await until(`${path} shows ${words}`, isShown).catch(async (error: unknown) => {
        throw new Error(`${String(error)}; it shows ${await shown()}`)
      })
      const dialogs = await administrator.evaluates((role) => document.querySelectorAll(role).length, '[role=dialog]')
      if (dialogs > 0) throw new Error(`a dialog lies over ${path}`)
    }
    return nothingOf(counted)
  },
}

/** Every page by its address, with its content on an offline tablet. */
const pagesOf = (trialId: number, { id, pack }: Served): [path: string, words: string | RegExp][] => {
  const at = `/trials/${trialId}`
  return [
    ['/', KEPT],
    ['/trials', KEPT],
    ['/trials/new', OFFLINE_REASONS.createTrial],
    [at, OFFLINE_REASONS.viewFigures],
    [`${at}/participants`, KEPT],
    [`${at}/participants/${id}`, KEPT],
    [`${at}/participants/new`, OFFLINE_REASONS.randomise],
    [`${at}/participants/new`, `Contact for this trial: ${CONTACT}`],
    [`${at}/participants/new?attempt=${crypto.randomUUID()}&by=somebody`, DO_NOT_RANDOMISE_AGAIN],
    [`${at}/study-packs`, KEPT],
    // The page of the pack, once this device's list has been read.
    [`${at}/study-packs/${pack.id}`, /The history of the pack is not available offline\./],
    [`${at}/study-packs/import`, OFFLINE_REASONS.importPacks],
    [`${at}/study-packs/label-generator`, OFFLINE_REASONS.makeLabels],
    [`${at}/users`, OFFLINE_REASONS.manageUsers],
    [`${at}/users/new`, OFFLINE_REASONS.manageUsers],
    [`${at}/users/new/multiple`, OFFLINE_REASONS.importUsers],
    [`${at}/reports`, OFFLINE_REASONS.makeReports],
    [`${at}/reports/view?report=long`, OFFLINE_REASONS.makeReports],
    [`${at}/waiting-list`, OFFLINE_REASONS.viewWaitingList],
    [`${at}/messages`, OFFLINE_REASONS.viewMessages],
    [`${at}/settings`, OFFLINE_REASONS.changeSettings],
    [`${at}/proof`, OFFLINE_REASONS.viewProof],
    ['/users', OFFLINE_REASONS.manageUsers],
    ['/users/new', OFFLINE_REASONS.manageUsers],
    ['/users/new/multiple', OFFLINE_REASONS.importUsers],
    ['/users/broadcast', OFFLINE_REASONS.broadcast],
    ['/users/1', OFFLINE_REASONS.manageUsers],
    ['/users/1/permissions', OFFLINE_REASONS.manageUsers],
    ['/users/1/auth', OFFLINE_REASONS.manageUsers],
    ['/reports', OFFLINE_REASONS.makeReports],
    ['/reports/view', OFFLINE_REASONS.makeReports],
    ['/audit-logs', OFFLINE_REASONS.viewAuditLog],
    ['/user-profile', OFFLINE_REASONS.changeProfile],
    ['/simulation', OFFLINE_REASONS.simulate],
    ['/timezones', 'Europe/London'],
    ['/outbox', 'Nothing is waiting'],
    ['/diagnostics', 'About this device'],
    ['/help', 'Nurses and doctors on the ward'],
    ['/help/nurse', 'Nurses and doctors on the ward'],
    ['/nowhere', 'Resource not found'],
  ]
}

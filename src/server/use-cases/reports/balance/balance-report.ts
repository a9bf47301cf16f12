import { refusal } from '#contract/errors'
import type { BalanceReport } from '#contract/balance-report'
import type { InTrial } from '#contract/needs'
import { accepted, refused } from '#domain/outcome'
import { can } from '#domain/people/permissions'
import { balanceOf } from '#domain/reports/balance'
import { formForTeam } from '#domain/reports/balance-form'
import { cellsOfLots, lotOf } from '#domain/documents/ratio-lots'
import { reportTitle } from '#domain/reports/report'
import { countDrawnAlike, findDesignRecords } from '../../../ground/db/balance'
import { wasAnyGroupCapped } from '../../../ground/db/cap-counts'
import { inSnapshot } from '../../../ground/db/snapshot'
import { findTrial } from '../../../ground/db/trials'
import { balancePdf } from '../../../ground/files/balance-pdf'
import type { Download, DownloadRequest, OpenDownload } from '../download'
import { balanceSheet } from './balance-sheet'
import { codedGroups, namedGroups } from './balance-groups'
import { designsOfEpochs } from '../../trials/designs-of-epochs'
import { shownBalance } from './shown-balance'

type OpenBalance = OpenDownload<InTrial, unknown, Download & { data: BalanceReport }>

/** The balance by code letters, for the people who run the trial; without groups where letters would reveal them. */
export const codedBalance: OpenBalance = (request) => opened(request, 'coded')

/** The balance by the names of the groups, for a monitoring board. Its readers see the groups. */
export const openBalance: OpenBalance = (request) => opened(request, 'open')

const opened = async (
  { context, trial_id, view }: DownloadRequest<InTrial>,
  wanted: 'open' | 'coded',
): ReturnType<OpenBalance> => {
  const found = await inSnapshot(context.database, async (snapshot) => {
    const trial = await findTrial(snapshot, trial_id)
    if (!trial) return null
    const drawn = await countDrawnAlike(snapshot, trial_id, view.sites)
    const wasCapped = await wasAnyGroupCapped(snapshot, trial_id)
    return { trial, drawn, wasCapped, records: await findDesignRecords(snapshot, trial_id) }
  })
  if (!found) return refused(refusal('not_found'))
  const { trial } = found
  const seesStrata = can(view.permission, 'viewStrata')
  const designs = designsOfEpochs(found.records)
  const designOf = (epoch: number) => {
    const design = designs.get(epoch)
    if (!design) throw new Error(`epoch ${epoch} of trial ${trial_id} has participants and no design`)
    return design
  }
  const lots = found.drawn.map((alike) => ({ ...alike, ...lotOf(designOf(alike.epoch), alike) }))
  const drawn = seesStrata ? lots : lots.map((alike) => ({ ...alike, option_ids: [] }))
  const used = new Set(drawn.map(({ epoch }) => epoch))
  const cells = cellsOfLots(new Map([...used].map((epoch) => [epoch, designOf(epoch)])))
  const shown =
    wanted === 'open'
      ? ({ form: 'open', because: null } as const)
      : formForTeam(view.visibility, trial.study_groups, cells, found.wasCapped)
  const groups = { open: namedGroups, coded: codedGroups, pooled: () => [] }[shown.form](context, trial)
  const rows = balanceOf(
    drawn,
    { group_ids: groups.map(({ id }) => id), cells },
    seesStrata ? trial.trial_strata.length : 0,
  )
  const data = shownBalance({
    trial,
    seesStrata,
    form: shown.form,
    because: shown.because,
    groups,
    rows,
    at: context.now(),
  })
  const sheet = balanceSheet(data)
  return accepted({
    role: view.permission.role.title,
    data,
    ...sheet,
    pdf: () => balancePdf({ name: reportTitle(wanted === 'open' ? 'balance-open' : 'balance'), trial, report: data }),
  })
}

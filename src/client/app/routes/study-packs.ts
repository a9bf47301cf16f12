import { idInAddress } from '#contract/fields'
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { permittedSitesQuery } from '../../api/session-queries'
import { studyPackQuery, studyPacksQuery } from '../../api/study-pack-queries'
import { paths } from '../../paths'
import { dispenseSearch, studyPacksSearch } from '../../subjects/study-packs/study-packs-search'
import { aTrial, trial } from './trials'
import { LAYOUT, addressParams, start, startInTrial } from './surroundings'

export const studyPacks = createRoute({
  getParentRoute: () => trial,
  path: '/study-packs',
  validateSearch: studyPacksSearch.validate,
  staticData: {
    crumb: 'Study packs',
    parent: '/trials/$trialId',
    needsServer: null,
    keeps: studyPacksSearch.keeps,
    tab: { label: 'Study Packs', needs: 'viewStudyPacks', isIn: (trial) => trial.is_managing_packs },
  },
  loader: ({ context, params }) =>
    startInTrial(context, params.trialId, 'viewStudyPacks', studyPacksQuery(params.trialId)),
  preload: false,
  component: lazyRouteComponent(() => import('../../subjects/study-packs/study-packs-tab'), 'StudyPacksTab'),
})

export const studyPack = createRoute({
  getParentRoute: () => trial,
  path: '/study-packs/$studyPackId',
  params: addressParams({ studyPackId: idInAddress }),
  staticData: { crumb: 'Study pack', parent: '/trials/$trialId/study-packs', needsServer: null, keeps: [] },
  loader: ({ context, params }) =>
    startInTrial(context, params.trialId, 'viewStudyPacks', studyPackQuery(params.trialId, params.studyPackId)),
  preload: false,
  component: lazyRouteComponent(() => import('../../subjects/study-packs/pack/study-pack-page'), 'StudyPackPage'),
})

export const dispense = createRoute({
  getParentRoute: () => aTrial,
  path: '/study-packs/dispense',
  validateSearch: dispenseSearch.validate,
  staticData: {
    crumb: 'Dispense',
    parent: '/trials/$trialId/study-packs',
    needsServer: null,
    keeps: dispenseSearch.keeps,
  },
  loader: ({ context, params }) => {
    start(context, permittedSitesQuery(params.trialId))
    startInTrial(context, params.trialId, 'viewStudyPacks', studyPacksQuery(params.trialId))
  },
  preload: false,
  component: lazyRouteComponent(() => import('../../subjects/study-packs/dispense/dispense-screen'), 'DispenseScreen'),
})

export const importStudyPacks = createRoute({
  getParentRoute: () => aTrial,
  path: '/study-packs/import',
  staticData: { crumb: 'Import', parent: '/trials/$trialId/study-packs', needsServer: 'importPacks', keeps: [] },
  loader: ({ context, params }) =>
    startInTrial(context, params.trialId, 'importStudyPacks', studyPacksQuery(params.trialId)),
  preload: false,
  component: lazyRouteComponent(() => import('../../subjects/study-packs/import/import-screen'), 'ImportScreen'),
})

/** Document 000 names these two addresses; document 001 names their targets. */
export const importShort = createRoute({
  getParentRoute: () => aTrial,
  path: '/import',
  staticData: LAYOUT,
  beforeLoad: ({ params }) => {
    throw redirect({ ...paths.importStudyPacks(params.trialId), replace: true })
  },
})

export const labelGenerator = createRoute({
  getParentRoute: () => aTrial,
  path: '/study-packs/label-generator',
  staticData: {
    crumb: 'Packs and labels',
    parent: '/trials/$trialId/study-packs',
    needsServer: 'makeLabels',
    keeps: [],
  },
  loader: ({ context, params }) =>
    startInTrial(context, params.trialId, 'printStudyPackLabels', studyPacksQuery(params.trialId)),
  preload: false,
  component: lazyRouteComponent(
    () => import('../../subjects/study-packs/label-generator/label-generator-screen'),
    'LabelGeneratorScreen',
  ),
})

export const labelGeneratorShort = createRoute({
  getParentRoute: () => aTrial,
  path: '/label-generator',
  staticData: LAYOUT,
  beforeLoad: ({ params }) => {
    throw redirect({ ...paths.labelGenerator(params.trialId), replace: true })
  },
})

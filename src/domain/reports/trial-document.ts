import type { TrialCapability } from '../people/permissions'

/** The documents on the randomisation of a trial, each with its title, and what its reader must be able to do in the trial. */
export const TRIAL_DOCUMENTS = {
  'randomisation-specification': { title: 'Randomisation specification', needs: 'viewSettings' },
  'sealed-appendix': { title: 'Sealed appendix', needs: 'viewBlockSizes' },
  'randomisation-report': { title: 'Randomisation report', needs: 'viewLedger' },
} as const satisfies Record<string, { title: string; needs: TrialCapability }>

export type TrialDocumentName = keyof typeof TRIAL_DOCUMENTS

export const isTrialDocument = (name: string): name is TrialDocumentName => Object.hasOwn(TRIAL_DOCUMENTS, name)

/** Every document, in the order in which a trial needs them. */
export const TRIAL_DOCUMENT_NAMES: readonly TrialDocumentName[] = Object.keys(TRIAL_DOCUMENTS).filter(isTrialDocument)

/** The formats that each comes in. */
export const DOCUMENT_FORMATS = ['docx', 'pdf'] as const
export type DocumentFormat = (typeof DOCUMENT_FORMATS)[number]

/** Whether there is something to report: only of a trial that was started at some time. */
export const hasReport = ({ started_on }: { readonly started_on: string | null }): boolean => started_on !== null

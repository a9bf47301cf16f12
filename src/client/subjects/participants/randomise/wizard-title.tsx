import { PageTitle } from '../../../ui/page-title'

export const WIZARD_TITLE = 'Randomise a participant'

/** The heading of the page where it shows no step. */
export const WizardTitle = () => <PageTitle title={WIZARD_TITLE} />

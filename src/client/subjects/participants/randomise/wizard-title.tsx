import { Text } from '@mantine/core'
import { PageTitle } from '../../../ui/page-title'

export const WIZARD_TITLE = 'Randomise a participant'

/** The heading of the page where it shows no step. */
export function WizardTitle({ trial }: { trial: { title: string } }) {
  return (
    <>
      <PageTitle title={WIZARD_TITLE} />
      <Text size="lg" c="dimmed" mt={-16} mb="lg">
        {trial.title}
      </Text>
    </>
  )
}

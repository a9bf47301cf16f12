import { Title } from '@mantine/core'
import { Definitions } from '../../../ui/definitions'
import { SimulateLink } from '../simulate-link'
import { TabHeading } from '../tab-heading'
import { useTrialPage } from '../trial-page'
import { settingsSections } from './settings-sections'
import classes from './settings-tab.module.css'

/** The trial as it is set up, section by section. */
export function SettingsTab() {
  const { trial } = useTrialPage()
  return (
    <>
      <TabHeading actions={<SimulateLink />}>Settings</TabHeading>
      {trial.description !== null && trial.description !== undefined && (
        <p className={classes['description']}>{trial.description}</p>
      )}
      <div className={classes['sections']}>
        {settingsSections(trial).map(({ title, items }) => (
          <section key={title} aria-label={title}>
            <Title order={3} mb="xs">
              {title}
            </Title>
            <Definitions items={items} />
          </section>
        ))}
      </div>
    </>
  )
}

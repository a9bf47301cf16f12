import { mayEditInStatus } from '#domain/trials/trial-status'
import { Alert, Button, Title } from '@mantine/core'
import { IconDeviceFloppy, IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import { useSession } from '../../../../session/this-session'
import { draftKey } from '../../form/draft-owner'
import { draftAt } from '../../form/drafts'
import { Definitions } from '../../../../ui/definitions'
import { BeforeStart } from '../before-start/before-start'
import { settingsSections } from './settings-sections'
import { SimulateLink } from '../simulate-link'
import { TabHeading } from '../tab-heading'
import { useTrialPage } from '../trial-page'
import { CopyLink } from './copy-link'
import { NOT_EDITABLE, SettingsForm } from './settings-form'
import classes from './settings-tab.module.css'

/** The trial as it is set up: the form while it may be edited, else section by section as it is. */
export function SettingsTab() {
  const { trial } = useTrialPage()
  const { session } = useSession()
  const [wasBegun] = useState(
    () => session !== null && draftAt(sessionStorage, draftKey(session.sub, trial.id)) !== null,
  )
  const isEditable = mayEditInStatus(trial.trial_status_id)
  // A form that was begun stays on the screen, whatever becomes of the trial meanwhile.
  const [isForm, setIsForm] = useState(isEditable || wasBegun)
  if (isEditable && !isForm) setIsForm(true)
  return (
    <>
      <TabHeading
        actions={
          <>
            <SimulateLink />
            <CopyLink />
          </>
        }
      >
        Settings
      </TabHeading>
      <BeforeStart order={3} />
      {session !== null && isForm ? <SettingsForm trial={trial} sub={session.sub} /> : <SettingsAsTheyAre />}
    </>
  )
}

function SettingsAsTheyAre() {
  const { trial } = useTrialPage()
  return (
    <>
      <Alert color="amber" mb="lg" icon={<IconLock aria-hidden="true" />}>
        {NOT_EDITABLE}
      </Alert>
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
        <div>
          <Button disabled leftSection={<IconDeviceFloppy size={20} aria-hidden="true" />}>
            Save settings
          </Button>
        </div>
      </div>
    </>
  )
}

import { mayEditInStatus } from '#domain/trials/trial-status'
import { can, canInSystem } from '#domain/people/permissions'
import { Alert, Button, Title } from '@mantine/core'
import { IconDeviceFloppy, IconLock, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useSession } from '../../../../session/this-session'
import { draftKey } from '../../form/draft-owner'
import { draftAt } from '../../form/drafts'
import { Definitions } from '../../../../ui/definitions'
import { BeforeStart } from '../before-start/before-start'
import { settingsSections } from './settings-sections'
import { SimulateLink } from '../simulate-link'
import { TabHeading } from '../tab-heading'
import { useTrialPage } from '../trial-page'
import { NOT_EDITABLE, SettingsForm } from './settings-form'
import classes from './settings-tab.module.css'
import { systemPermissionQuery } from '../../../../api/session-queries'
import { LinkButton } from '../../../../ui/link-button'
import { copyPath } from '../../form/copy-address'

/** The settings of the trial: the form while it may be edited, else its values by section. */
export function SettingsTab() {
  const { trial } = useTrialPage()
  const { session } = useSession()
  const [wasBegun] = useState(
    () => session !== null && draftAt(sessionStorage, draftKey(session.sub, trial.id)) !== null,
  )
  const isEditable = mayEditInStatus(trial.trial_status_id)
  // A form that was begun stays on the screen, even if the trial changes meanwhile.
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

/** A link to a new trial with this design, for people who may create trials and see all of this one. */
function CopyLink() {
  const { trial, permission } = useTrialPage()
  const system = useQuery(systemPermissionQuery)
  if (system.data === undefined || !canInSystem(system.data, 'createTrial')) return null
  if (!can(permission, 'viewBlockSizes')) return null
  return (
    <LinkButton {...copyPath(trial.id)} variant="default" leftSection={<IconCopy size={20} aria-hidden="true" />}>
      Copy as a new trial
    </LinkButton>
  )
}

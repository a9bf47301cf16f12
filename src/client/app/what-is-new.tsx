import { VisuallyHidden } from '@mantine/core'
import { appVersion } from '../app-version'
import { useIsAway } from '../device/offline/use-connection'
import { useChangeDisplay, useKnownDisplay } from '../desk/use-display'
import { paths } from '../paths'
import { TextLink } from '../ui/link-button'
import classes from './footer.module.css'

/** The link to what is new, with a dot until the person has opened it in this version. */
export function WhatIsNew() {
  const display = useKnownDisplay()
  const { change } = useChangeDisplay()
  const isAway = useIsAway()
  const isUnseen = display !== undefined && display.seen_release !== appVersion
  return (
    <TextLink
      {...paths.helpPage('changelog')}
      size="xs"
      className={classes['link']}
      onClick={() => isUnseen && !isAway && change({ seen_release: appVersion })}
    >
      What is new
      {isUnseen && (
        <>
          <span className={classes['dot']} aria-hidden="true" />
          <VisuallyHidden> Not read yet</VisuallyHidden>
        </>
      )}
    </TextLink>
  )
}

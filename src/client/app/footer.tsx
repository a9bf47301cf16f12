import { Anchor } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { appVersion } from '../app-version'
import { paths } from '../paths'
import { useSession } from '../session/this-session'
import { TextLink } from '../ui/link-button'
import type { ShownInstance } from './brand'
import classes from './footer.module.css'

const WhatIsNew = lazy(() => import('./what-is-new').then(({ WhatIsNew }) => ({ default: WhatIsNew })))

/** The footer of every page: help, the links of the installation, and the product with its version. */
export function Footer({ instance }: { instance: ShownInstance | undefined }) {
  const { session } = useSession()
  return (
    <footer className={`${classes['footer']} no-print`}>
      <div className={classes['inner']}>
        <nav aria-label="Footer" className={classes['links']}>
          <TextLink {...paths.help()} size="xs" className={classes['link']}>
            Help
          </TextLink>
          {session !== null && (
            <Suspense>
              <WhatIsNew />
            </Suspense>
          )}
          <TextLink {...paths.helpPage('accessibility')} size="xs" className={classes['link']}>
            Accessibility
          </TextLink>
          <OutwardLink address={instance?.privacy_url}>Privacy</OutwardLink>
          <OutwardLink address={instance?.contact_url}>Contact</OutwardLink>
          <TextLink {...paths.diagnostics()} size="xs" className={classes['link']}>
            About this device
          </TextLink>
        </nav>
        <span className={classes['product']}>
          <span>Equipoise</span>
          <span>
            Version <span className="identifier">{appVersion}</span>
          </span>
        </span>
      </div>
    </footer>
  )
}

/** A link that the installation sets; nothing where it sets none. */
function OutwardLink({ address, children }: { address: string | null | undefined; children: string }) {
  if (address === undefined || address === null) return null
  return (
    <Anchor href={address} size="xs" className={classes['link']}>
      {children}
    </Anchor>
  )
}

import { appVersion } from '../app-version'
import { paths } from '../paths'
import { TextLink } from '../ui/link-button'
import classes from './footer.module.css'

/** The footer of every page: product, version, and the link to the diagnostics of this device. */
export function Footer() {
  return (
    <footer className={`${classes['footer']} no-print`}>
      <div className={classes['inner']}>
        <span>Equipoise</span>
        <TextLink {...paths.diagnostics()} size="xs" className={classes['device']}>
          About this device
        </TextLink>
        <span>
          Version <span className="identifier">{appVersion}</span>
        </span>
      </div>
    </footer>
  )
}

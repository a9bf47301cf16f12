import { appVersion } from '../app-version'
import classes from './footer.module.css'

/** The foot of every page: which product and version this is. */
export function Footer() {
  return (
    <footer className={`${classes['footer']} no-print`}>
      <div className={classes['inner']}>
        <span>Equipoise</span>
        <span>
          Version <span className="identifier">{appVersion}</span>
        </span>
      </div>
    </footer>
  )
}

import type { AppInstance } from '#contract/app-instance'
import { Link } from '@tanstack/react-router'
import { paths } from '../paths'
import { BrandMark } from '../ui/brand-mark'
import classes from './brand.module.css'

/** The settings of an installation that the frame of a page shows. */
export type ShownInstance = Pick<
  AppInstance,
  | 'instance'
  | 'service_name'
  | 'university_name'
  | 'university_logo'
  | 'university_accent'
  | 'privacy_url'
  | 'contact_url'
>

/** The service and its university, as a link to the home page. */
export function Brand({ instance }: { instance: ShownInstance | undefined }) {
  const logo = instance?.university_logo ?? null
  const name = instance?.service_name ?? 'Equipoise'
  return (
    <Link {...paths.home()} className={classes['brand']} title={name}>
      {logo === null ? (
        <span className={classes['mark']}>
          <BrandMark height={32} />
        </span>
      ) : (
        <UniversityLogo {...logo} />
      )}
      <span className={classes['names']}>
        <span className={classes['service']}>{name}</span>
        <span className={classes['university']}>{instance?.university_name}</span>
      </span>
    </Link>
  )
}

/** Decorative: the names of university and service are beside it. */
function UniversityLogo({ light, dark }: { light: string; dark: string }) {
  return (
    <picture>
      <source srcSet={dark} media="(prefers-color-scheme: dark)" />
      <img src={light} alt="" className={classes['logo']} />
    </picture>
  )
}

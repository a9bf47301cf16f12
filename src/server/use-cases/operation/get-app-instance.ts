import type { getAppInstance as endpoint } from '#contract/app-instance'
import { accepted } from '#domain/outcome'
import type { ReadHandler } from '../call/call'

/** The settings of this installation, with its sign-in providers. */
export const getAppInstance: ReadHandler<typeof endpoint> = async ({
  context: { config, providers, version, university_logo },
}) =>
  accepted({
    instance: config.instance,
    google_analytics_id: config.google_analytics_id,
    version,
    university: config.university,
    university_name: config.university_name,
    service_name: config.service_name,
    university_logo: university_logo && {
      light: university_logo.light.path,
      dark: (university_logo.dark ?? university_logo.light).path,
    },
    university_accent: config.university_accent,
    service_url: config.service_url,
    privacy_url: config.privacy_url,
    contact_url: config.contact_url,
    error_report_url: config.error_report_url,
    ...(config.trial_reopening && { trial_reopening: true as const }),
    providers: providers.offered.map(({ id, title, family }) => ({ id, title, family })),
  })

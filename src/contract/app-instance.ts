import { IDENTITY_PROVIDERS } from '#domain/sign-in/identity'
import * as v from 'valibot'
import { endpoint } from './endpoint'
import { anybody } from './needs'

const provider = v.strictObject({
  id: v.picklist(IDENTITY_PROVIDERS.map(({ id }) => id)),
  title: v.string(),
  family: v.picklist(['ping', 'aaf']),
})

export const appInstance = v.strictObject({
  instance: v.string(),
  google_analytics_id: v.nullable(v.string()),
  version: v.string(),
  university: v.string(),
  university_name: v.string(),
  service_name: v.string(),
  /** Where the university's logo is served, for the light scheme and the dark one; left out or null where there is none. */
  university_logo: v.optional(v.nullable(v.strictObject({ light: v.string(), dark: v.string() }))),
  /** `#RRGGBB`, the line below the header; left out or null where there is none. */
  university_accent: v.optional(v.nullable(v.string())),
  service_url: v.nullable(v.string()),
  /** The privacy notice and the contact of the service, https or mailto; left out or null where there is none. */
  privacy_url: v.optional(v.nullable(v.string())),
  contact_url: v.optional(v.nullable(v.string())),
  error_report_url: v.nullable(v.string()),
  /** Whether a trial that was finished by mistake can be re-opened; left out where it cannot. */
  trial_reopening: v.optional(v.literal(true)),
  providers: v.array(provider),
})

export type AppInstance = v.InferOutput<typeof appInstance>

export const getAppInstance = endpoint({
  method: 'GET',
  path: 'app-instance',
  summary: 'Describe this installation and its ways to sign in',
  needs: anybody,
  status: 200,
  response: appInstance,
})

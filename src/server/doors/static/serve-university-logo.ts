import type { Context, Hono } from 'hono'
import type { RequestIdentity } from '../http/request-log'
import type { UniversityLogo } from '../../ground/files/university-logo'

/** Mounts the logo, before the built app, among its hashed files, so that devices cache it in the same way. */
export const serveUniversityLogo = (
  app: Hono<{ Variables: RequestIdentity }>,
  { university_logo }: { university_logo: UniversityLogo | null },
) => {
  if (university_logo === null) return
  for (const logo of [university_logo.light, university_logo.dark ?? university_logo.light])
    app.get(logo.path, (requestContext: Context) =>
      requestContext.body(logo.bytes, 200, {
        'Content-Type': logo.type,
        'Cache-Control': 'public, max-age=31536000, immutable',
      }),
    )
}

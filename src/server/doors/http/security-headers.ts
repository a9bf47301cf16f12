import { ANALYTICS_ORIGIN } from '#contract/analytics'
import { secureHeaders } from 'hono/secure-headers'

/**
 * Headers that keep our pages from being framed, sniffed or given foreign code. Mantine writes one style element for its
 * variables, hence the one 'unsafe-inline', for style elements only. With analytics, pages may send to its address, but run no
 * code of it.
 */
export const securityHeaders = ({ isHttps, hasAnalytics }: { isHttps: boolean; hasAnalytics: boolean }) =>
  secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      baseUri: ["'self'"],
      connectSrc: hasAnalytics ? ["'self'", ANALYTICS_ORIGIN] : ["'self'"],
      fontSrc: ["'self'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      // The preview of a file that the page has fetched itself.
      frameSrc: ['blob:'],
      imgSrc: ["'self'", 'data:', 'blob:'],
      objectSrc: ["'none'"],
      scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
      styleSrc: ["'self'"],
      styleSrcAttr: ["'none'"],
      styleSrcElem: ["'self'", "'unsafe-inline'"],
      workerSrc: ["'self'"],
    },
    permissionsPolicy: { camera: ['self'], geolocation: [], microphone: [] },
    referrerPolicy: 'same-origin',
    strictTransportSecurity: isHttps ? 'max-age=31536000; includeSubDomains' : false,
    xFrameOptions: 'DENY',
  })

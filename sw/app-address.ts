/**
 * Whether the worker may answer a page at this path with the stored index.html. False for the API, the sample sign-in provider, wall views,
 * the health pages, files, and the return pages of sign-in providers, which begin at the server.
 */
export function isAppAddress(pathname: string): boolean {
  return !serverAddresses.some((address) => address.test(pathname))
}

const serverAddresses = [
  /^\/(api|idp|wall)(\/|$)/,
  /^\/(healthz|readyz)\/?$/,
  /^\/([^/]+-(sso|lti)|google|linkedin|aaf)-return\/?$/,
  /\.[^/]+$/,
]

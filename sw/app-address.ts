/**
 * Whether a page at this path is the app itself, so that the worker may answer with the stored index.html. Not so:
 * the API, the sample sign-in provider, the health pages, single files, and the pages to which a sign-in provider
 * returns, which begin at the server.
 */
export function isAppAddress(pathname: string): boolean {
  return !serverAddresses.some((address) => address.test(pathname))
}

const serverAddresses = [
  /^\/(api|idp)(\/|$)/,
  /^\/(healthz|readyz)\/?$/,
  /^\/([^/]+-(sso|lti)|google|linkedin|aaf)-return\/?$/,
  /\.[^/]+$/,
]

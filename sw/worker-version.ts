// oxlint-disable-next-line no-underscore-dangle -- the build puts the version in the place of a name nobody else may have.
declare const __APP_VERSION__: string

/** The version that this worker was built with, from package.json. */
export const workerVersion = __APP_VERSION__

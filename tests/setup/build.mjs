import { ensureBuilt } from '../../src/commands/fresh-build.mjs'

/** Tests of the built portal need a build of the sources as they are. */
export const setup = () => ensureBuilt()

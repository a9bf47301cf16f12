import { ensureBuilt } from '../../src/commands/fresh-build.mjs'

/** Tests of the built portal need a build of the present sources. */
export const setup = () => ensureBuilt()

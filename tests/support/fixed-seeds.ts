import fc from 'fast-check'
import { isFull } from './full'

/* Set up before every test file. Properties draw the same cases at each run, so that no clone fails by chance. */

const SEED = 20_261_121

fc.configureGlobal({ ...fc.readConfigureGlobal(), ...(isFull ? {} : { seed: SEED }) })

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** The program that finds what is inaccessible on a page. */
export const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The address at which pages of journeys find it. */
export const AXE_PATH = '/axe.min.js'

import { build } from './fresh-build.mjs'

build()

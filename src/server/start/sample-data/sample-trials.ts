import type { SampleTrial } from './sample-trial'
import { cedar } from './trials/cedar'
import { harbour } from './trials/harbour'
import { keel } from './trials/keel'
import { lantern } from './trials/lantern'
import { quill } from './trials/quill'
import { rowan } from './trials/rowan'
import { strokeTrial } from './trials/stroke'
import { tideway } from './trials/tideway'

/** The trials of a sample loaded at an instant, in the order in which they were created. */
export const sampleTrials = (loadedAt: string): SampleTrial[] =>
  [strokeTrial, keel, tideway, quill, cedar, lantern, harbour, rowan].map((trial) => trial(loadedAt))

import { basename } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The slowest tests, longest first, by the start of their names. A new clone has no measured times. */
const LONGEST = [
  'scenario-twentyfold',
  'scenario-chromium',
  'left-on-the-device',
  'every-screen',
  'scenario-firefox',
  'two-worlds',
  'offline-dispense',
  'app-shell',
  'killed-',
  'broken-off-load',
  'dialogs',
  'list-screens',
  'create-device-outbox',
]

const rank = ({ moduleId }: TestSpecification): number => {
  const index = LONGEST.findIndex((start) => basename(moduleId).startsWith(start))
  return index === -1 ? LONGEST.length : index
}

/**
 * Begins with the slowest tests, so that no worker is left alone with one at the end. Kinds stay together, as they
 * share processes.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const kinds = [...new Set(sorted.map(({ project }) => project.name))]
    const kindIndex = ({ project }: TestSpecification) => kinds.indexOf(project.name)
    return sorted.toSorted((one, other) => kindIndex(one) - kindIndex(other) || rank(one) - rank(other))
  }
}

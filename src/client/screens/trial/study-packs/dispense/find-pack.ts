import type { api } from '#contract/api'
import type { ReceivedAnswer } from '#contract/endpoint'
import type { StudyPack } from '#contract/study-packs'

/**
 * The pack with the id that was scanned or typed, of those that the person reaches: letter for letter, else the one that differs in
 * the case of its letters alone.
 */
export const findPack = (list: ReceivedAnswer<typeof api.listStudyPacks>, asked: string): StudyPack | undefined => {
  const packs = list.data.flatMap(({ study_packs }) => study_packs)
  return (
    packs.find(({ pack_id }) => pack_id === asked) ?? packs.find(({ pack_id }) => folded(pack_id) === folded(asked))
  )
}

const folded = (text: string): string => text.trim().toLowerCase()

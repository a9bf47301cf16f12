import type { RunnableMethod } from '../trial-methods'

/** A study group as the engine sees it. Weight 0 is a closed group: it keeps its participants and is never drawn. */
export type WeightedGroup = { readonly id: number; readonly weight: number }

export type DesignStratum = { readonly id: number; readonly option_ids: readonly number[] }

export type DesignBase = {
  /** In order of id; weights reduced by their greatest common divisor, their sum 1 to 60. */
  readonly groups: readonly WeightedGroup[]
  readonly is_stratified: boolean
  readonly is_site_stratified: boolean
  /** In order of id, each with its options in order of id. */
  readonly strata: readonly DesignStratum[]
}

/** What each method needs beside the base. Block sizes are in participants, both ends included. */
type MethodSettings = {
  readonly standard: { readonly block_size_min: null; readonly block_size_max: null }
  readonly blocked: { readonly block_size_min: number; readonly block_size_max: number }
}

export type DesignOf<Method extends RunnableMethod> = {
  [M in Method]: DesignBase & { readonly method: M } & MethodSettings[M]
}[Method]

/** A design that the engine can draw by; only `validateDesign` makes one. */
export type AllocationDesign = DesignOf<RunnableMethod>

/** The groups the next participant may get, in order of id: those of weight above 0. */
export const openGroups = (design: AllocationDesign): readonly WeightedGroup[] =>
  design.groups.filter((group) => group.weight > 0)

export const weightSum = (groups: readonly WeightedGroup[]): number =>
  groups.reduce((sum, group) => sum + group.weight, 0)

/** The id of the group in place k = 0, 1, … A place that is not there is a defect and ends the draw: no group is made up. */
export const groupIdAt = (design: DesignBase, k: number): number =>
  design.groups.slice(k, k + 1).reduce((only) => only).id

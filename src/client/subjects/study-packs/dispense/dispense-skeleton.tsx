import { PageSkeleton } from '../../../ui/page-skeleton'

const BLOCKS = [['2.25rem', '16rem'], ['4rem'], ['4rem', '14rem']] as const

/** The skeleton of a step of dispensing. */
export const DispenseSkeleton = () => <PageSkeleton blocks={BLOCKS} maw="44rem" />

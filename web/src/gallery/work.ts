import type { WorkFragment } from '../generated/graphql.ts'

export type Work = WorkFragment

/** What places a work in the gallery; it never changes. */
export type Listed = Pick<Work, 'id' | 'aspectRatio' | 'groupId' | 'nIndex' | 'prompt' | 'createdAt'>

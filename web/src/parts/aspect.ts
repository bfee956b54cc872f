import type { AspectRatio } from '../generated/graphql.ts'

/** The canvases (spec 2.2). */
export const ASPECTS: Readonly<Record<AspectRatio, { name: string; width: number; height: number }>> = {
  ASPECT_21_9: { name: '21:9', width: 1536, height: 672 },
  ASPECT_16_9: { name: '16:9', width: 1344, height: 768 },
  ASPECT_4_3: { name: '4:3', width: 1024, height: 768 },
  ASPECT_1_1: { name: '1:1', width: 768, height: 768 },
  ASPECT_3_4: { name: '3:4', width: 768, height: 1024 },
  ASPECT_9_16: { name: '9:16', width: 768, height: 1344 },
}
